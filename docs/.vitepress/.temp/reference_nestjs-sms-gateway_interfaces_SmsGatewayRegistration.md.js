import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsGatewayRegistration","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsGatewayRegistration.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsGatewayRegistration.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsGatewayRegistration.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsgatewayregistration" tabindex="-1">SmsGatewayRegistration <a class="header-anchor" href="#smsgatewayregistration" aria-label="Permalink to &quot;SmsGatewayRegistration&quot;">​</a></h1><p>What a registration has in addition to the options. An async factory cannot return these.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-authprovider"></a> <code>authProvider?</code></td><td data-column="Type"><code>Type</code>&lt;<a href="/reference/nestjs-sms-gateway/classes/SmsAuthProvider.html"><code>SmsAuthProvider</code></a>&gt;</td><td data-column="Description">Your own class that authenticates sends, instead of <code>auth</code>. Nest builds it.</td></tr><tr><td data-column="Property"><a id="property-extraproviders"></a> <code>extraProviders?</code></td><td data-column="Type"><code>Provider</code>[]</td><td data-column="Description">Additional providers that <code>authProvider</code> or <code>useFactory</code> injects.</td></tr><tr><td data-column="Property"><a id="property-isglobal"></a> <code>isGlobal?</code></td><td data-column="Type"><code>boolean</code></td><td data-column="Description">Makes the account&#39;s service injectable everywhere. Default <code>false</code>.</td></tr><tr><td data-column="Property"><a id="property-name"></a> <code>name?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The account&#39;s name, if an app has several; inject it with <code>@InjectSms(name)</code>. Default none.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsGatewayRegistration.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsGatewayRegistration = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsGatewayRegistration as default
};
