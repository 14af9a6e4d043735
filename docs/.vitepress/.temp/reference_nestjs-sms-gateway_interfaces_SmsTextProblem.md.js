import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsTextProblem","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsTextProblem.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsTextProblem.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsTextProblem.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smstextproblem" tabindex="-1">SmsTextProblem <a class="header-anchor" href="#smstextproblem" aria-label="Permalink to &quot;SmsTextProblem&quot;">​</a></h1><p>Why a text cannot be sent.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-issue"></a> <code>issue</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">What is wrong. It can show words of the text.</td></tr><tr><td data-column="Property"><a id="property-masked"></a> <code>masked?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The same for logs, with those words masked. Absent if <code>issue</code> shows none.</td></tr><tr><td data-column="Property"><a id="property-path"></a> <code>path?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>&quot;senderId&quot;</code></td><td data-column="Description">The field that has the problem. Default: <code>text</code>.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsTextProblem.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsTextProblem = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsTextProblem as default
};
