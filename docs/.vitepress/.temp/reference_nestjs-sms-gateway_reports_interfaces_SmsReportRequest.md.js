import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsReportRequest","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/reports/interfaces/SmsReportRequest.md","filePath":"docs/reference/nestjs-sms-gateway/reports/interfaces/SmsReportRequest.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/reports/interfaces/SmsReportRequest.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsreportrequest" tabindex="-1">SmsReportRequest <a class="header-anchor" href="#smsreportrequest" aria-label="Permalink to &quot;SmsReportRequest&quot;">​</a></h1><p>A request with reports, as Nest gives it to a controller. The request itself is one.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-body"></a> <code>body?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>unknown</code></td><td data-column="Description">Its body: read by the app&#39;s parser, or as it came. The query counts if it is empty.</td></tr><tr><td data-column="Property"><a id="property-headers"></a> <code>headers?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>Readonly</code>&lt;<code>Record</code>&lt;<code>string</code>, <code>string</code> | readonly <code>string</code>[] | <code>undefined</code>&gt;&gt;</td><td data-column="Description">Its headers. Needed with the option <code>header</code>, and for multipart forms.</td></tr><tr><td data-column="Property"><a id="property-ip"></a> <code>ip?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The address that it came from. Needed with the option <code>allowFrom</code>.</td></tr><tr><td data-column="Property"><a id="property-query"></a> <code>query?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>unknown</code></td><td data-column="Description">Its query, for reports that come with GET.</td></tr><tr><td data-column="Property"><a id="property-rawbody"></a> <code>rawBody?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>unknown</code></td><td data-column="Description">Its unparsed body, if the app was created with <code>rawBody: true</code>. It has every digit of JSON numbers.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/reports/interfaces/SmsReportRequest.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsReportRequest = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsReportRequest as default
};
