import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsSegments","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsSegments.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsSegments.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsSegments.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smssegments" tabindex="-1">SmsSegments <a class="header-anchor" href="#smssegments" aria-label="Permalink to &quot;SmsSegments&quot;">​</a></h1><p>How a text is split into segments. Gateways usually charge for each segment.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-count"></a> <code>count</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">The number of segments.</td></tr><tr><td data-column="Property"><a id="property-encoding"></a> <code>encoding</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>&quot;GSM-7&quot;</code> | <code>&quot;UCS-2&quot;</code></td><td data-column="Description"><code>GSM-7</code> if every character is in the GSM alphabet or its extension table, otherwise <code>UCS-2</code>.</td></tr><tr><td data-column="Property"><a id="property-gsmtext"></a> <code>gsmText?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The same text with typography replaced, for example straight quotes for curly ones, so that it fits GSM-7 and usually costs less. Only from <code>estimate</code>, and only if replacing typography is enough: never for Hindi or emoji.</td></tr><tr><td data-column="Property"><a id="property-nongsm"></a> <code>nonGsm</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type">readonly <code>string</code>[]</td><td data-column="Description">The characters that made UCS-2 necessary, each once, in order of appearance; empty for GSM-7.</td></tr><tr><td data-column="Property"><a id="property-persegment"></a> <code>perSegment</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">How many units fit in one segment: for GSM-7, 160 in a single segment and 153 in one of several; for UCS-2, 70 and 67.</td></tr><tr><td data-column="Property"><a id="property-units"></a> <code>units</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">The length of the text in units: septets for GSM-7 (a character of the extension table takes two), UTF-16 units for UCS-2.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsSegments.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsSegments = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsSegments as default
};
