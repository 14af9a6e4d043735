import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsBalance","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsBalance.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsBalance.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsBalance.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsbalance" tabindex="-1">SmsBalance <a class="header-anchor" href="#smsbalance" aria-label="Permalink to &quot;SmsBalance&quot;">​</a></h1><p>What an account has left at the gateway.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-at"></a> <code>at</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>Date</code></td><td data-column="Description">When the answer came.</td></tr><tr><td data-column="Property"><a id="property-credits"></a> <code>credits</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">Digits, with decimals if the gateway has them: a string, because it may have more digits than a number can hold.</td></tr><tr><td data-column="Property"><a id="property-raw"></a> <code>raw</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>Readonly</code>&lt;<code>Record</code>&lt;<code>string</code>, <code>unknown</code>&gt;&gt;</td><td data-column="Description">Every field of the gateway&#39;s answer, as it came. Integers too big for JavaScript are strings.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsBalance.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsBalance = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsBalance as default
};
