import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsMessageIssue","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsMessageIssue.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsMessageIssue.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsMessageIssue.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsmessageissue" tabindex="-1">SmsMessageIssue <a class="header-anchor" href="#smsmessageissue" aria-label="Permalink to &quot;SmsMessageIssue&quot;">​</a></h1><p>One thing that is invalid in a message.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-message"></a> <code>message</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">What is invalid and what to provide instead, with values masked. Where a text differs from its template, it shows the word that differs; logs and JSON get it masked.</td></tr><tr><td data-column="Property"><a id="property-path"></a> <code>path</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">Where: <code>to</code>, <code>to[1]</code>, <code>text</code>, <code>fields.trackLink</code>.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsMessageIssue.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsMessageIssue = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsMessageIssue as default
};
