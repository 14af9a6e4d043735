import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsRetryOptions","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsRetryOptions.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsRetryOptions.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsRetryOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsretryoptions" tabindex="-1">SmsRetryOptions <a class="header-anchor" href="#smsretryoptions" aria-label="Permalink to &quot;SmsRetryOptions&quot;">​</a></h1><p>How often a message that was definitely not sent is retried. One that may have been sent never is. <code>base</code> and <code>cap</code> are also the first and the longest pause of a run while the gateway does not answer.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-attempts"></a> <code>attempts?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">The most attempts, the first included. 1 turns retries off. An attempt that repeats a send with new credentials does not count. Default 3.</td></tr><tr><td data-column="Property"><a id="property-base"></a> <code>base?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">The longest first pause in ms. It doubles each time; the actual pause is random, up to that. Default 100.</td></tr><tr><td data-column="Property"><a id="property-budget"></a> <code>budget?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">Tokens that all retries share, so that an outage does not multiply the load: each retry costs 5 tokens, and an answered send returns 1. Default 500.</td></tr><tr><td data-column="Property"><a id="property-cap"></a> <code>cap?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">The longest pause in ms. Default 20,000.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsRetryOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsRetryOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsRetryOptions as default
};
