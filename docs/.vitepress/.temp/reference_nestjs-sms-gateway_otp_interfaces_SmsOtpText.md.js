import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsOtpText","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/otp/interfaces/SmsOtpText.md","filePath":"docs/reference/nestjs-sms-gateway/otp/interfaces/SmsOtpText.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/otp/interfaces/SmsOtpText.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsotptext" tabindex="-1">SmsOtpText <a class="header-anchor" href="#smsotptext" aria-label="Permalink to &quot;SmsOtpText&quot;">​</a></h1><p>The values that <code>message</code> gets.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-code"></a> <code>code</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The code, for example <code>482913</code>.</td></tr><tr><td data-column="Property"><a id="property-minutes"></a> <code>minutes</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">For how many minutes it is still valid, rounded up, for example <code>5</code>.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/otp/interfaces/SmsOtpText.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsOtpText = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsOtpText as default
};
