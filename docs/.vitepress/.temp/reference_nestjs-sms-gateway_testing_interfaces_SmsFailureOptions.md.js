import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsFailureOptions","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/testing/interfaces/SmsFailureOptions.md","filePath":"docs/reference/nestjs-sms-gateway/testing/interfaces/SmsFailureOptions.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/testing/interfaces/SmsFailureOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsfailureoptions" tabindex="-1">SmsFailureOptions <a class="header-anchor" href="#smsfailureoptions" aria-label="Permalink to &quot;SmsFailureOptions&quot;">​</a></h1><p>How often a send fails, and with which details.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-count"></a> <code>count?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">How many sends fail. Default 1.</td></tr><tr><td data-column="Property"><a id="property-reason"></a> <code>reason?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description"><code>rejected</code>: the gateway&#39;s reason. Default <code>Sender id is invalid</code>.</td></tr><tr><td data-column="Property"><a id="property-retryafter"></a> <code>retryAfter?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description"><code>throttled</code>: milliseconds to wait, rounded up to whole seconds as in <code>Retry-After</code>. Default 1,000.</td></tr><tr><td data-column="Property"><a id="property-statuscode"></a> <code>statusCode?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description"><code>rejected</code>: the gateway&#39;s code. Default <code>203</code>.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/testing/interfaces/SmsFailureOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsFailureOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsFailureOptions as default
};
