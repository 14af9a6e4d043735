import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Delivery","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/simulator/interfaces/Delivery.md","filePath":"docs/reference/nestjs-sms-gateway/simulator/interfaces/Delivery.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/simulator/interfaces/Delivery.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="delivery" tabindex="-1">Delivery <a class="header-anchor" href="#delivery" aria-label="Permalink to &quot;Delivery&quot;">​</a></h1><p>What happened to an accepted message for one number.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-at"></a> <code>at?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">When it was decided: ISO 8601, UTC. Missing while it is pending.</td></tr><tr><td data-column="Property"><a id="property-cause"></a> <code>cause?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">Why it failed or expired, in words. Missing if nothing is known.</td></tr><tr><td data-column="Property"><a id="property-code"></a> <code>code</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The code of the delivery report; empty while it is pending.</td></tr><tr><td data-column="Property"><a id="property-report"></a> <code>report?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">What became of its newest report: <code>sent</code>, <code>lost</code>, or <code>failed: </code> and why. Missing before that.</td></tr><tr><td data-column="Property"><a id="property-status"></a> <code>status</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>&quot;delivered&quot;</code> | <code>&quot;pending&quot;</code> | <code>&quot;failed&quot;</code> | <code>&quot;expired&quot;</code></td><td data-column="Description"><code>pending</code> until the message was delivered, failed or expired.</td></tr><tr><td data-column="Property"><a id="property-to"></a> <code>to</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The number.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/simulator/interfaces/Delivery.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const Delivery = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  Delivery as default
};
