import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"OnSmsOptions","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/OnSmsOptions.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/OnSmsOptions.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/OnSmsOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="onsmsoptions" tabindex="-1">OnSmsOptions <a class="header-anchor" href="#onsmsoptions" aria-label="Permalink to &quot;OnSmsOptions&quot;">​</a></h1><p>Which events a handler gets.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-account"></a> <code>account?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The name of an account, whose events alone it gets. Default: those of every account.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/OnSmsOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const OnSmsOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  OnSmsOptions as default
};
