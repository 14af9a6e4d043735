import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"FaultState","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/simulator/interfaces/FaultState.md","filePath":"docs/reference/nestjs-sms-gateway/simulator/interfaces/FaultState.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/simulator/interfaces/FaultState.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="faultstate" tabindex="-1">FaultState <a class="header-anchor" href="#faultstate" aria-label="Permalink to &quot;FaultState&quot;">​</a></h1><p>The plan as plain data.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-chance"></a> <code>chance</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type">readonly <a href="/reference/nestjs-sms-gateway/simulator/type-aliases/ChanceFault.html"><code>ChanceFault</code></a>[]</td><td data-column="Description">The faults that strike at random.</td></tr><tr><td data-column="Property"><a id="property-next"></a> <code>next</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type">readonly <a href="/reference/nestjs-sms-gateway/simulator/type-aliases/NextFault.html"><code>NextFault</code></a>[]</td><td data-column="Description">The faults of the next sends and logins, in order.</td></tr><tr><td data-column="Property"><a id="property-seed"></a> <code>seed</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">Seed of the dice.</td></tr><tr><td data-column="Property"><a id="property-struck"></a> <code>struck</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>Readonly</code>&lt;<code>Partial</code>&lt;<code>Record</code>&lt;<a href="/reference/nestjs-sms-gateway/simulator/type-aliases/FaultName.html"><code>FaultName</code></a>, <code>number</code>&gt;&gt;&gt;</td><td data-column="Description">How often each fault has struck.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/simulator/interfaces/FaultState.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const FaultState = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  FaultState as default
};
