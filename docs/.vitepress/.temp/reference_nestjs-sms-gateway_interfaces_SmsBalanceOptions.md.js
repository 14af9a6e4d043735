import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsBalanceOptions","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsBalanceOptions.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsBalanceOptions.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsBalanceOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsbalanceoptions" tabindex="-1">SmsBalanceOptions <a class="header-anchor" href="#smsbalanceoptions" aria-label="Permalink to &quot;SmsBalanceOptions&quot;">​</a></h1><p>Where the gateway shows the account&#39;s balance, and when that is low.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-below"></a> <code>below?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">The balance is low below this: there is an event <code>balance-low</code>, a warning, and <code>degraded</code> in the health check. Each process that sets it asks the gateway, so set it in one of them. Default none.</td></tr><tr><td data-column="Property"><a id="property-every"></a> <code>every?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">With <code>below</code>: the time between two requests, in ms, at least 1,000. Default 900,000.</td></tr><tr><td data-column="Property"><a id="property-path"></a> <code>path?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">Appended to <code>baseUrl</code>. Default <code>/SMSApi/account/readstatus</code> (an assumption: seen at real gateways).</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsBalanceOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsBalanceOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsBalanceOptions as default
};
