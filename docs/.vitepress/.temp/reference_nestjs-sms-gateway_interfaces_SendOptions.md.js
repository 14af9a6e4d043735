import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SendOptions","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SendOptions.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SendOptions.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SendOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="sendoptions" tabindex="-1">SendOptions <a class="header-anchor" href="#sendoptions" aria-label="Permalink to &quot;SendOptions&quot;">​</a></h1><p>How a send is made. An unknown key is an error.</p><h2 id="extended-by" tabindex="-1">Extended by <a class="header-anchor" href="#extended-by" aria-label="Permalink to &quot;Extended by&quot;">​</a></h2><ul><li><a href="/reference/nestjs-sms-gateway/interfaces/SendManyOptions.html"><code>SendManyOptions</code></a></li></ul><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-priority"></a> <code>priority?</code></td><td data-column="Type"><code>&quot;normal&quot;</code> | <code>&quot;high&quot;</code></td><td data-column="Description"><code>high</code> goes ahead of other sends that wait for <code>rateLimit</code>, <code>maxConcurrency</code>, a socket, or the end of a <code>Retry-After</code>. Default <code>normal</code>.</td></tr><tr><td data-column="Property"><a id="property-signal"></a> <code>signal?</code></td><td data-column="Type"><code>AbortSignal</code></td><td data-column="Description">Aborts the send, whether it waits, backs off or is in progress.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SendOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SendOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SendOptions as default
};
