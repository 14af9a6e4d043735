import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsTimeoutOptions","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsTimeoutOptions.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsTimeoutOptions.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsTimeoutOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smstimeoutoptions" tabindex="-1">SmsTimeoutOptions <a class="header-anchor" href="#smstimeoutoptions" aria-label="Permalink to &quot;SmsTimeoutOptions&quot;">​</a></h1><p>Deadlines in ms. They include reading the answer&#39;s body.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-attempt"></a> <code>attempt?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">From when a socket takes the request until the answer is complete. Default 30,000.</td></tr><tr><td data-column="Property"><a id="property-connect"></a> <code>connect?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">To open a connection. Default 5,000.</td></tr><tr><td data-column="Property"><a id="property-total"></a> <code>total?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">From the call, including waiting and retries. In a run, waiting for <code>rateLimit</code> and <code>maxConcurrency</code> does not count. It is also how long a run waits while the gateway does not answer. Default 60,000.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsTimeoutOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsTimeoutOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsTimeoutOptions as default
};
