import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsGuardCount","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsGuardCount.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsGuardCount.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsGuardCount.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsguardcount" tabindex="-1">SmsGuardCount <a class="header-anchor" href="#smsguardcount" aria-label="Permalink to &quot;SmsGuardCount&quot;">​</a></h1><p>One count that a send adds to, and its limit.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-amount"></a> <code>amount</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">How much the send adds.</td></tr><tr><td data-column="Property"><a id="property-key"></a> <code>key</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">What is counted: a hash, from which a store cannot read a number.</td></tr><tr><td data-column="Property"><a id="property-limit"></a> <code>limit</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">The most in any window.</td></tr><tr><td data-column="Property"><a id="property-windowms"></a> <code>windowMs</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">The length of the sliding window in ms.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsGuardCount.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsGuardCount = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsGuardCount as default
};
