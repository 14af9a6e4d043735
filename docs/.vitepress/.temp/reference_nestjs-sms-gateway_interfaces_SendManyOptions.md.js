import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SendManyOptions","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SendManyOptions.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SendManyOptions.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SendManyOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="sendmanyoptions" tabindex="-1">SendManyOptions <a class="header-anchor" href="#sendmanyoptions" aria-label="Permalink to &quot;SendManyOptions&quot;">​</a></h1><p>The options of <code>sendMany</code>. An unknown key is an error.</p><h2 id="extends" tabindex="-1">Extends <a class="header-anchor" href="#extends" aria-label="Permalink to &quot;Extends&quot;">​</a></h2><ul><li><a href="/reference/nestjs-sms-gateway/interfaces/SendOptions.html"><code>SendOptions</code></a></li></ul><h2 id="extended-by" tabindex="-1">Extended by <a class="header-anchor" href="#extended-by" aria-label="Permalink to &quot;Extended by&quot;">​</a></h2><ul><li><a href="/reference/nestjs-sms-gateway/interfaces/BroadcastOptions.html"><code>BroadcastOptions</code></a></li></ul><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th><th>Inherited from</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-concurrency"></a> <code>concurrency?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">The most sends at once. Default <code>maxConnections</code>.</td><td data-column="Inherited from">-</td></tr><tr><td data-column="Property"><a id="property-priority"></a> <code>priority?</code></td><td data-column="Type"><code>&quot;normal&quot;</code> | <code>&quot;high&quot;</code></td><td data-column="Description"><code>high</code> goes ahead of other sends that wait for <code>rateLimit</code>, <code>maxConcurrency</code>, a socket, or the end of a <code>Retry-After</code>. Default <code>normal</code>.</td><td data-column="Inherited from"><a href="/reference/nestjs-sms-gateway/interfaces/SendOptions.html"><code>SendOptions</code></a>.<a href="/reference/nestjs-sms-gateway/interfaces/SendOptions.html#property-priority"><code>priority</code></a></td></tr><tr><td data-column="Property"><a id="property-signal"></a> <code>signal?</code></td><td data-column="Type"><code>AbortSignal</code></td><td data-column="Description">Aborts the send, whether it waits, backs off or is in progress.</td><td data-column="Inherited from"><a href="/reference/nestjs-sms-gateway/interfaces/SendOptions.html"><code>SendOptions</code></a>.<a href="/reference/nestjs-sms-gateway/interfaces/SendOptions.html#property-signal"><code>signal</code></a></td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SendManyOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SendManyOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SendManyOptions as default
};
