import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsBreakerOptions","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsBreakerOptions.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsBreakerOptions.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsBreakerOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsbreakeroptions" tabindex="-1">SmsBreakerOptions <a class="header-anchor" href="#smsbreakeroptions" aria-label="Permalink to &quot;SmsBreakerOptions&quot;">​</a></h1><p>When the circuit breaker opens, and for how long.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-failures"></a> <code>failures?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">Attempts in a row without an answer that open it. Default 5.</td></tr><tr><td data-column="Property"><a id="property-halfopenafter"></a> <code>halfOpenAfter?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">Milliseconds until one attempt is let through again. Default 10,000.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsBreakerOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsBreakerOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsBreakerOptions as default
};
