import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsBalanceEvent","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsBalanceEvent.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsBalanceEvent.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsBalanceEvent.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsbalanceevent" tabindex="-1">SmsBalanceEvent <a class="header-anchor" href="#smsbalanceevent" aria-label="Permalink to &quot;SmsBalanceEvent&quot;">​</a></h1><p>The account&#39;s balance fell below <code>balance.below</code>, or was below it when it was first read.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-account"></a> <code>account</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The name of the account.</td></tr><tr><td data-column="Property"><a id="property-at"></a> <code>at</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">When the balance was read, in ms since 1970.</td></tr><tr><td data-column="Property"><a id="property-below"></a> <code>below</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">The option.</td></tr><tr><td data-column="Property"><a id="property-credits"></a> <code>credits</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">What is left, as in <code>SmsBalance</code>.</td></tr><tr><td data-column="Property"><a id="property-type"></a> <code>type</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>&quot;balance-low&quot;</code></td><td data-column="Description">What happened.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsBalanceEvent.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsBalanceEvent = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsBalanceEvent as default
};
