import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsCredentials","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsCredentials.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsCredentials.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsCredentials.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smscredentials" tabindex="-1">SmsCredentials <a class="header-anchor" href="#smscredentials" aria-label="Permalink to &quot;SmsCredentials&quot;">​</a></h1><p>What authenticates one send: headers, form fields, or both. <code>userid</code> is a form field.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-fields"></a> <code>fields?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>Readonly</code>&lt;<code>Record</code>&lt;<code>string</code>, <code>string</code>&gt;&gt;</td><td data-column="Description">Form fields by name, except those that the message sets, for example <code>mobile</code> and <code>msg</code>.</td></tr><tr><td data-column="Property"><a id="property-headers"></a> <code>headers?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>Readonly</code>&lt;<code>Record</code>&lt;<code>string</code>, <code>string</code>&gt;&gt;</td><td data-column="Description">HTTP headers by name.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsCredentials.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsCredentials = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsCredentials as default
};
