import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsMessageDefaults","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsMessageDefaults.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsMessageDefaults.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsMessageDefaults.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsmessagedefaults" tabindex="-1">SmsMessageDefaults <a class="header-anchor" href="#smsmessagedefaults" aria-label="Permalink to &quot;SmsMessageDefaults&quot;">​</a></h1><p>Defaults for all messages.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-dltentityid"></a> <code>dltEntityId?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The gateway&#39;s <code>dltEntityId</code>. Default: left out.</td></tr><tr><td data-column="Property"><a id="property-dlttemplateid"></a> <code>dltTemplateId?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The gateway&#39;s <code>dltTemplateId</code>. Default: left out.</td></tr><tr><td data-column="Property"><a id="property-duplicatecheck"></a> <code>duplicateCheck?</code></td><td data-column="Type"><code>boolean</code></td><td data-column="Description">The gateway&#39;s <code>duplicatecheck</code>. Default <code>true</code>.</td></tr><tr><td data-column="Property"><a id="property-fields"></a> <code>fields?</code></td><td data-column="Type"><code>Readonly</code>&lt;<code>Record</code>&lt;<code>string</code>, <code>string</code>&gt;&gt;</td><td data-column="Description">Other form fields of every message, for example <code>trackLink</code>.</td></tr><tr><td data-column="Property"><a id="property-senderid"></a> <code>senderId?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The gateway&#39;s <code>senderid</code>. Default: left out.</td></tr><tr><td data-column="Property"><a id="property-type"></a> <code>type?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The gateway&#39;s <code>msgType</code>. <code>&#39;auto&#39;</code> sends <code>text</code> if GSM-7 has every character of the text, otherwise <code>unicode</code> (an assumption: the gateway specification only shows <code>text</code>). Default <code>&#39;auto&#39;</code>.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsMessageDefaults.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsMessageDefaults = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsMessageDefaults as default
};
