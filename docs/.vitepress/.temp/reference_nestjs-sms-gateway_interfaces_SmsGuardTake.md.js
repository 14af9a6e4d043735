import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsGuardTake","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsGuardTake.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsGuardTake.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsGuardTake.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsguardtake" tabindex="-1">SmsGuardTake <a class="header-anchor" href="#smsguardtake" aria-label="Permalink to &quot;SmsGuardTake&quot;">​</a></h1><p>What a store says about the counts of one send.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-over"></a> <code>over</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type">readonly { <code>index</code>: <code>number</code>; <code>retryAfter</code>: <code>number</code>; }[]</td><td data-column="Description">The counts that would exceed their limit. If there are any, nothing was added to any count.</td></tr><tr><td data-column="Property"><a id="property-stamps"></a> <code>stamps</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type">readonly <code>number</code>[]</td><td data-column="Description">For each count, what <code>giveBack</code> needs to find what was added.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsGuardTake.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsGuardTake = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsGuardTake as default
};
