import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsOtpOptionsFactory","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/otp/interfaces/SmsOtpOptionsFactory.md","filePath":"docs/reference/nestjs-sms-gateway/otp/interfaces/SmsOtpOptionsFactory.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/otp/interfaces/SmsOtpOptionsFactory.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsotpoptionsfactory" tabindex="-1">SmsOtpOptionsFactory <a class="header-anchor" href="#smsotpoptionsfactory" aria-label="Permalink to &quot;SmsOtpOptionsFactory&quot;">​</a></h1><p>A class that creates the options, for <code>useClass</code> and <code>useExisting</code>.</p><h2 id="methods" tabindex="-1">Methods <a class="header-anchor" href="#methods" aria-label="Permalink to &quot;Methods&quot;">​</a></h2><p><a id="createsmsotpoptions"></a></p><h3 id="createsmsotpoptions" tabindex="-1">createSmsOtpOptions() <a class="header-anchor" href="#createsmsotpoptions" aria-label="Permalink to &quot;createSmsOtpOptions()&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#622CBC;--shiki-dark:#DBB7FF;">createSmsOtpOptions</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">(): </span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;"> SmsOtpOptions</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">|</span><span style="--shiki-light:#023B95;--shiki-dark:#91CBFF;"> Promise</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">&lt;</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">SmsOtpOptions</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">&gt;</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">;</span></span></code></pre></div><p>Called once, while the app starts.</p><h4 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h4><p>| <a href="/reference/nestjs-sms-gateway/otp/interfaces/SmsOtpOptions.html"><code>SmsOtpOptions</code></a> | <code>Promise</code>&lt;<a href="/reference/nestjs-sms-gateway/otp/interfaces/SmsOtpOptions.html"><code>SmsOtpOptions</code></a>&gt;</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/otp/interfaces/SmsOtpOptionsFactory.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsOtpOptionsFactory = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsOtpOptionsFactory as default
};
