import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsRecipientLimit","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsRecipientLimit.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsRecipientLimit.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsRecipientLimit.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsrecipientlimit" tabindex="-1">SmsRecipientLimit <a class="header-anchor" href="#smsrecipientlimit" aria-label="Permalink to &quot;SmsRecipientLimit&quot;">​</a></h1><p>The most messages to one number in a sliding window.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-count"></a> <code>count</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">The most messages in any window of <code>perMs</code>.</td></tr><tr><td data-column="Property"><a id="property-perms"></a> <code>perMs</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">The length of the window in milliseconds.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsRecipientLimit.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsRecipientLimit = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsRecipientLimit as default
};
