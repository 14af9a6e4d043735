import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsGatewayErrorDetails","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsGatewayErrorDetails.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsGatewayErrorDetails.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsGatewayErrorDetails.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsgatewayerrordetails" tabindex="-1">SmsGatewayErrorDetails <a class="header-anchor" href="#smsgatewayerrordetails" aria-label="Permalink to &quot;SmsGatewayErrorDetails&quot;">​</a></h1><p>The fields of every error of this package, besides its message.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-account"></a> <code>account?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The name of the account. Default <code>&#39;default&#39;</code>.</td></tr><tr><td data-column="Property"><a id="property-code"></a> <code>code</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/type-aliases/SmsErrorCode.html"><code>SmsErrorCode</code></a></td><td data-column="Description">What went wrong, as a word that programs can compare.</td></tr><tr><td data-column="Property"><a id="property-outcome"></a> <code>outcome</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/type-aliases/SmsErrorOutcome.html"><code>SmsErrorOutcome</code></a></td><td data-column="Description">Whether the gateway may have taken the message.</td></tr><tr><td data-column="Property"><a id="property-retryable"></a> <code>retryable</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>boolean</code></td><td data-column="Description">Whether the same send made later is safe and may work.</td></tr><tr><td data-column="Property"><a id="property-retryafter"></a> <code>retryAfter?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">Milliseconds to wait first, if the gateway or a cool-down gave a time.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsGatewayErrorDetails.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsGatewayErrorDetails = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsGatewayErrorDetails as default
};
