import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"ReadTemplates","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/templates/interfaces/ReadTemplates.md","filePath":"docs/reference/nestjs-sms-gateway/templates/interfaces/ReadTemplates.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/templates/interfaces/ReadTemplates.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="readtemplates" tabindex="-1">ReadTemplates <a class="header-anchor" href="#readtemplates" aria-label="Permalink to &quot;ReadTemplates&quot;">​</a></h1><p>What <code>readTemplates</code> found in a file.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-refused"></a> <code>refused</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type">readonly { <code>line</code>: <code>number</code>; <code>reason</code>: <code>string</code>; }[]</td><td data-column="Description">The rows that cannot be used, each with the line where it begins and the reason.</td></tr><tr><td data-column="Property"><a id="property-templates"></a> <code>templates</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type">readonly <a href="/reference/nestjs-sms-gateway/templates/interfaces/SmsTemplate.html"><code>SmsTemplate</code></a>&lt;<code>string</code>&gt;[]</td><td data-column="Description">The templates. Their values are named <code>&#39;1&#39;</code>, <code>&#39;2&#39;</code> and so on.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/templates/interfaces/ReadTemplates.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const ReadTemplates = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  ReadTemplates as default
};
