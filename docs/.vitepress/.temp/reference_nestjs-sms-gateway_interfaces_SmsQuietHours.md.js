import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsQuietHours","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsQuietHours.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsQuietHours.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsQuietHours.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsquiethours" tabindex="-1">SmsQuietHours <a class="header-anchor" href="#smsquiethours" aria-label="Permalink to &quot;SmsQuietHours&quot;">​</a></h1><p>Hours in which nothing is sent unless it has priority.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-categories"></a> <code>categories?</code></td><td data-column="Type"><code>Readonly</code>&lt;<code>Partial</code>&lt;<code>Record</code>&lt;<a href="/reference/nestjs-sms-gateway/type-aliases/SmsTemplateCategory.html"><code>SmsTemplateCategory</code></a>, <a href="/reference/nestjs-sms-gateway/interfaces/SmsCategoryHours.html"><code>SmsCategoryHours</code></a> | <code>undefined</code>&gt;&gt;&gt;</td><td data-column="Description">Hours for messages of one category, which apply to high priority too. A message has the category of the template in <code>templates.known</code> whose <code>dltTemplateId</code> it is sent with. Needs <code>templates</code>.</td></tr><tr><td data-column="Property"><a id="property-from"></a> <code>from?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">When they begin, for example <code>&#39;21:00&#39;</code>. Required, together with <code>to</code>, unless there are <code>categories</code>.</td></tr><tr><td data-column="Property"><a id="property-timezone"></a> <code>timeZone</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The IANA time zone of all these times, for example <code>&#39;Asia/Kolkata&#39;</code>.</td></tr><tr><td data-column="Property"><a id="property-to"></a> <code>to?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">When they end, for example <code>&#39;10:00&#39;</code>: on the next day, if that is earlier than <code>from</code>.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsQuietHours.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsQuietHours = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsQuietHours as default
};
