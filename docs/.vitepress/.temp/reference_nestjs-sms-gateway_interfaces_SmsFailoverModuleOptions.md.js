import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsFailoverModuleOptions","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsFailoverModuleOptions.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsFailoverModuleOptions.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsFailoverModuleOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsfailovermoduleoptions" tabindex="-1">SmsFailoverModuleOptions <a class="header-anchor" href="#smsfailovermoduleoptions" aria-label="Permalink to &quot;SmsFailoverModuleOptions&quot;">​</a></h1><p>What <code>SmsFailoverModule.forRoot</code> takes.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-accounts"></a> <code>accounts</code></td><td data-column="Type">readonly <code>string</code>[]</td><td data-column="Description">The names of the accounts, in the order in which they are tried; <code>&#39;default&#39;</code> for the default one.</td></tr><tr><td data-column="Property"><a id="property-isglobal"></a> <code>isGlobal?</code></td><td data-column="Type"><code>boolean</code></td><td data-column="Description">Makes the service injectable everywhere. Default <code>false</code>.</td></tr><tr><td data-column="Property"><a id="property-name"></a> <code>name?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">Injects the service with <code>@InjectSms(name)</code>. Default none: it is injected as <code>SmsService</code>, and each account needs a name.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsFailoverModuleOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsFailoverModuleOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsFailoverModuleOptions as default
};
