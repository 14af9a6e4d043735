import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsDailyLimit","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsDailyLimit.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsDailyLimit.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsDailyLimit.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsdailylimit" tabindex="-1">SmsDailyLimit <a class="header-anchor" href="#smsdailylimit" aria-label="Permalink to &quot;SmsDailyLimit&quot;">​</a></h1><p>The most recipients in a sliding window of 24 hours.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-recipients"></a> <code>recipients</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">The most numbers in any 24 hours.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsDailyLimit.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsDailyLimit = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsDailyLimit as default
};
