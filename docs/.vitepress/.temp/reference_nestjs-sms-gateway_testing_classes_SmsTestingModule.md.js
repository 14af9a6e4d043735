import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsTestingModule","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/testing/classes/SmsTestingModule.md","filePath":"docs/reference/nestjs-sms-gateway/testing/classes/SmsTestingModule.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/testing/classes/SmsTestingModule.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smstestingmodule" tabindex="-1">SmsTestingModule <a class="header-anchor" href="#smstestingmodule" aria-label="Permalink to &quot;SmsTestingModule&quot;">​</a></h1><p>Replaces <code>SmsGatewayModule</code> in a test that assembles its own module. Whatever injects <code>SmsService</code>, or a named account, gets an <a href="/reference/nestjs-sms-gateway/testing/classes/SmsTestingService.html">SmsTestingService</a>.</p><p>If the tested module imports <code>SmsGatewayModule</code> itself, as an app&#39;s own module does, override the provider instead: see <a href="/reference/nestjs-sms-gateway/testing/classes/SmsTestingService.html">SmsTestingService</a>.</p><h2 id="methods" tabindex="-1">Methods <a class="header-anchor" href="#methods" aria-label="Permalink to &quot;Methods&quot;">​</a></h2><p><a id="forroot"></a></p><h3 id="forroot" tabindex="-1">forRoot() <a class="header-anchor" href="#forroot" aria-label="Permalink to &quot;forRoot()&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">static </span><span style="--shiki-light:#622CBC;--shiki-dark:#DBB7FF;">forRoot</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">(options</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">?</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">)</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">:</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;"> DynamicModule;</span></span></code></pre></div><p>Registers an account. Get its service with <code>moduleRef.get(SmsTestingService)</code>, or by its token.</p><h4 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h4><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td data-column="Parameter"><code>options?</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/testing/interfaces/SmsTestingModuleOptions.html"><code>SmsTestingModuleOptions</code></a></td></tr></tbody></table><h4 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h4><p><code>DynamicModule</code></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/testing/classes/SmsTestingModule.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsTestingModule = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsTestingModule as default
};
