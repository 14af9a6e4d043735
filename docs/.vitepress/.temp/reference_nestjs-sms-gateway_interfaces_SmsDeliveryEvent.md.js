import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsDeliveryEvent","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsDeliveryEvent.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsDeliveryEvent.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsDeliveryEvent.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsdeliveryevent" tabindex="-1">SmsDeliveryEvent <a class="header-anchor" href="#smsdeliveryevent" aria-label="Permalink to &quot;SmsDeliveryEvent&quot;">​</a></h1><p>A delivery report gave the final state of a message to one recipient. A report that comes twice is two events. Only with <code>SmsReportsModule</code>.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-account"></a> <code>account</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The name of the account.</td></tr><tr><td data-column="Property"><a id="property-at"></a> <code>at</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">When the report came, in ms since 1970.</td></tr><tr><td data-column="Property"><a id="property-code"></a> <code>code</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code> | <code>undefined</code></td><td data-column="Description">The gateway&#39;s code, with longer runs of digits masked.</td></tr><tr><td data-column="Property"><a id="property-state"></a> <code>state</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>&quot;delivered&quot;</code> | <code>&quot;failed&quot;</code> | <code>&quot;expired&quot;</code></td><td data-column="Description">What the report says.</td></tr><tr><td data-column="Property"><a id="property-transactionid"></a> <code>transactionId</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code> | <code>undefined</code></td><td data-column="Description">The <code>transactionId</code> of the send, masked if it repeats a number.</td></tr><tr><td data-column="Property"><a id="property-type"></a> <code>type</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>&quot;delivered&quot;</code> | <code>&quot;undelivered&quot;</code></td><td data-column="Description">What happened. <code>undelivered</code>: it failed or expired.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsDeliveryEvent.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsDeliveryEvent = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsDeliveryEvent as default
};
