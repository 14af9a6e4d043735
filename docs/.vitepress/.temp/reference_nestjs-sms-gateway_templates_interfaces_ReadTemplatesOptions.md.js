import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"ReadTemplatesOptions","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/templates/interfaces/ReadTemplatesOptions.md","filePath":"docs/reference/nestjs-sms-gateway/templates/interfaces/ReadTemplatesOptions.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/templates/interfaces/ReadTemplatesOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="readtemplatesoptions" tabindex="-1">ReadTemplatesOptions <a class="header-anchor" href="#readtemplatesoptions" aria-label="Permalink to &quot;ReadTemplatesOptions&quot;">​</a></h1><p>The options of <code>readTemplates</code>.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-columns"></a> <code>columns?</code></td><td data-column="Type"><code>Partial</code>&lt;<code>Record</code>&lt; | <code>&quot;text&quot;</code> | <code>&quot;dltTemplateId&quot;</code> | <code>&quot;senderId&quot;</code> | <code>&quot;dltEntityId&quot;</code> | <code>&quot;category&quot;</code> | <code>&quot;status&quot;</code>, <code>string</code>&gt;&gt;</td><td data-column="Description">The names of columns in the file, in any case, where they differ from <code>Template ID</code>, <code>Template Content</code>, <code>Header</code>, <code>Entity ID</code>, <code>Template Type</code> and <code>Status</code>. Only the first two are required.</td></tr><tr><td data-column="Property"><a id="property-rules"></a> <code>rules?</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/interfaces/SmsTemplateRules.html"><code>SmsTemplateRules</code></a></td><td data-column="Description">The rules of the templates, as for <code>defineTemplate</code>.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/templates/interfaces/ReadTemplatesOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const ReadTemplatesOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  ReadTemplatesOptions as default
};
