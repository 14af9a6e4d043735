import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsCategoryHours","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsCategoryHours.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsCategoryHours.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsCategoryHours.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smscategoryhours" tabindex="-1">SmsCategoryHours <a class="header-anchor" href="#smscategoryhours" aria-label="Permalink to &quot;SmsCategoryHours&quot;">​</a></h1><p>Hours in which no messages of a category are sent.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-from"></a> <code>from</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">When they begin, for example <code>&#39;21:00&#39;</code>.</td></tr><tr><td data-column="Property"><a id="property-to"></a> <code>to</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">When they end, for example <code>&#39;10:00&#39;</code>: on the next day, if that is earlier than <code>from</code>.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsCategoryHours.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsCategoryHours = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsCategoryHours as default
};
