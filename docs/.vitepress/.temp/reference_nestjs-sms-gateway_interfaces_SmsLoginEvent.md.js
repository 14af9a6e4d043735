import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsLoginEvent","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsLoginEvent.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsLoginEvent.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsLoginEvent.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsloginevent" tabindex="-1">SmsLoginEvent <a class="header-anchor" href="#smsloginevent" aria-label="Permalink to &quot;SmsLoginEvent&quot;">​</a></h1><p>A login of the token flow has ended.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-account"></a> <code>account</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The name of the account.</td></tr><tr><td data-column="Property"><a id="property-at"></a> <code>at</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">When it ended, in ms since 1970.</td></tr><tr><td data-column="Property"><a id="property-code"></a> <code>code</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/type-aliases/SmsErrorCode.html"><code>SmsErrorCode</code></a> | <code>undefined</code></td><td data-column="Description">The code of the error, if it failed.</td></tr><tr><td data-column="Property"><a id="property-duration"></a> <code>duration</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">How long it took, with its retries, in ms.</td></tr><tr><td data-column="Property"><a id="property-ok"></a> <code>ok</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>boolean</code></td><td data-column="Description">Whether it gave a token.</td></tr><tr><td data-column="Property"><a id="property-type"></a> <code>type</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>&quot;login&quot;</code></td><td data-column="Description">What happened.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsLoginEvent.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsLoginEvent = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsLoginEvent as default
};
