import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"ReportStates","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/simulator/interfaces/ReportStates.md","filePath":"docs/reference/nestjs-sms-gateway/simulator/interfaces/ReportStates.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/simulator/interfaces/ReportStates.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="reportstates" tabindex="-1">ReportStates <a class="header-anchor" href="#reportstates" aria-label="Permalink to &quot;ReportStates&quot;">​</a></h1><p>The words for the states in delivery reports.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-delivered"></a> <code>delivered?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">Default <code>DELIVERED</code>.</td></tr><tr><td data-column="Property"><a id="property-expired"></a> <code>expired?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">Default <code>EXPIRED</code>.</td></tr><tr><td data-column="Property"><a id="property-failed"></a> <code>failed?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">Default <code>FAILED</code>.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/simulator/interfaces/ReportStates.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const ReportStates = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  ReportStates as default
};
