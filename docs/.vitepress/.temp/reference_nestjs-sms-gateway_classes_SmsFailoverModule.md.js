import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsFailoverModule","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/classes/SmsFailoverModule.md","filePath":"docs/reference/nestjs-sms-gateway/classes/SmsFailoverModule.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/classes/SmsFailoverModule.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsfailovermodule" tabindex="-1">SmsFailoverModule <a class="header-anchor" href="#smsfailovermodule" aria-label="Permalink to &quot;SmsFailoverModule&quot;">​</a></h1><p>Provides an <code>SmsService</code> over accounts that <code>SmsGatewayModule</code> registers. It sends through the first one; through the next one only if the one before definitely did not send the message, because it could not be reached, is throttled, or its credentials are refused.</p><p>A message that the gateway rejects, that is invalid, or that may have been sent is never sent through another account. Each account gets one attempt, and all share the <code>timeout.total</code> of the first one.</p><h2 id="methods" tabindex="-1">Methods <a class="header-anchor" href="#methods" aria-label="Permalink to &quot;Methods&quot;">​</a></h2><p><a id="forroot"></a></p><h3 id="forroot" tabindex="-1">forRoot() <a class="header-anchor" href="#forroot" aria-label="Permalink to &quot;forRoot()&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">static </span><span style="--shiki-light:#622CBC;--shiki-dark:#DBB7FF;">forRoot</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">(options): DynamicModule;</span></span></code></pre></div><p>Registers a failover. Invalid options throw an <code>SmsConfigurationError</code> while the app starts.</p><h4 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h4><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td data-column="Parameter"><code>options</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/interfaces/SmsFailoverModuleOptions.html"><code>SmsFailoverModuleOptions</code></a></td></tr></tbody></table><h4 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h4><p><code>DynamicModule</code></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/classes/SmsFailoverModule.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsFailoverModule = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsFailoverModule as default
};
