import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsRejection","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsRejection.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsRejection.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsRejection.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsrejection" tabindex="-1">SmsRejection <a class="header-anchor" href="#smsrejection" aria-label="Permalink to &quot;SmsRejection&quot;">​</a></h1><p>How the gateway rejected a message.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-advice"></a> <code>advice?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">A sentence to add to the message: what to check. It must hold no secret, number or text.</td></tr><tr><td data-column="Property"><a id="property-code"></a> <code>code?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/type-aliases/SmsRejectedErrorCode.html"><code>SmsRejectedErrorCode</code></a></td><td data-column="Description">Default <code>rejected</code>.</td></tr><tr><td data-column="Property"><a id="property-raw"></a> <code>raw</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>Readonly</code>&lt;<code>Record</code>&lt;<code>string</code>, <code>unknown</code>&gt;&gt;</td><td data-column="Description">Every field of the answer, as it came.</td></tr><tr><td data-column="Property"><a id="property-reason"></a> <code>reason</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The gateway&#39;s <code>reason</code>, masked; empty if it gave none.</td></tr><tr><td data-column="Property"><a id="property-receipt"></a> <code>receipt?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/interfaces/SmsReceipt.html"><code>SmsReceipt</code></a></td><td data-column="Description">The receipt, if every recipient was rejected.</td></tr><tr><td data-column="Property"><a id="property-statuscode"></a> <code>statusCode</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The gateway&#39;s <code>statusCode</code>, masked; empty if it gave none.</td></tr><tr><td data-column="Property"><a id="property-what"></a> <code>what?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">What was rejected. Default <code>the message</code>.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsRejection.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsRejection = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsRejection as default
};
