import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Refusal","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/simulator/interfaces/Refusal.md","filePath":"docs/reference/nestjs-sms-gateway/simulator/interfaces/Refusal.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/simulator/interfaces/Refusal.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="refusal" tabindex="-1">Refusal <a class="header-anchor" href="#refusal" aria-label="Permalink to &quot;Refusal&quot;">​</a></h1><p>Why a send was refused.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-reason"></a> <code>reason</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The reason of the answer, the fault that struck, or what was wrong with a login.</td></tr><tr><td data-column="Property"><a id="property-statuscode"></a> <code>statusCode</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The code of the answer; empty if a fault lost the answer.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/simulator/interfaces/Refusal.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const Refusal = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  Refusal as default
};
