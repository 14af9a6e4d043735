import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsGuardOptions","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsGuardOptions.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsGuardOptions.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsGuardOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsguardoptions" tabindex="-1">SmsGuardOptions <a class="header-anchor" href="#smsguardoptions" aria-label="Permalink to &quot;SmsGuardOptions&quot;">​</a></h1><p>Limits that are checked before a send; each is an <code>SmsGuardError</code>.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-countries"></a> <code>countries?</code></td><td data-column="Type">readonly <code>string</code>[]</td><td data-column="Description">The only countries whose numbers are sent to, as ISO 3166 codes like <code>IN</code>.</td></tr><tr><td data-column="Property"><a id="property-maxsegments"></a> <code>maxSegments?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">The most segments that a text may take.</td></tr><tr><td data-column="Property"><a id="property-perday"></a> <code>perDay?</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/interfaces/SmsDailyLimit.html"><code>SmsDailyLimit</code></a></td><td data-column="Description">The most recipients in 24 hours, over the whole account.</td></tr><tr><td data-column="Property"><a id="property-perrecipient"></a> <code>perRecipient?</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/interfaces/SmsRecipientLimit.html"><code>SmsRecipientLimit</code></a></td><td data-column="Description">The most messages to one number. Numbers must then be valid in the numbering plan of their country, also with a <code>+</code>: others are an <code>SmsMessageError</code>.</td></tr><tr><td data-column="Property"><a id="property-store"></a> <code>store?</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/interfaces/SmsGuardStore.html"><code>SmsGuardStore</code></a></td><td data-column="Description">Where <code>perRecipient</code> and <code>perDay</code> are counted, for example <code>createGuardStore</code> of <code>nestjs-sms-gateway/queue</code>, so that processes share their counts. Default: in this process.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsGuardOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsGuardOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsGuardOptions as default
};
