import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsOtpStarted","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/otp/interfaces/SmsOtpStarted.md","filePath":"docs/reference/nestjs-sms-gateway/otp/interfaces/SmsOtpStarted.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/otp/interfaces/SmsOtpStarted.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsotpstarted" tabindex="-1">SmsOtpStarted <a class="header-anchor" href="#smsotpstarted" aria-label="Permalink to &quot;SmsOtpStarted&quot;">​</a></h1><p>A challenge whose code was sent. Times in ms since 1970.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-expiresat"></a> <code>expiresAt</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">When the code expires.</td></tr><tr><td data-column="Property"><a id="property-id"></a> <code>id</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">Its id. Give it to the page that asks for the code.</td></tr><tr><td data-column="Property"><a id="property-outcome"></a> <code>outcome</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>&quot;accepted&quot;</code> | <code>&quot;unknown&quot;</code></td><td data-column="Description"><code>unknown</code>: the code may have been sent. Treat it as sent.</td></tr><tr><td data-column="Property"><a id="property-resendat"></a> <code>resendAt</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">When the code may be sent again.</td></tr><tr><td data-column="Property"><a id="property-transactionid"></a> <code>transactionId?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The gateway&#39;s id of the text, which its delivery reports contain. Absent if the outcome is <code>unknown</code>.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/otp/interfaces/SmsOtpStarted.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsOtpStarted = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsOtpStarted as default
};
