import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"memoryOtpStore","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/otp/functions/memoryOtpStore.md","filePath":"docs/reference/nestjs-sms-gateway/otp/functions/memoryOtpStore.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/otp/functions/memoryOtpStore.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="memoryotpstore" tabindex="-1">memoryOtpStore <a class="header-anchor" href="#memoryotpstore" aria-label="Permalink to &quot;memoryOtpStore&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">function</span><span style="--shiki-light:#622CBC;--shiki-dark:#DBB7FF;"> memoryOtpStore</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">()</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">:</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;"> SmsOtpStore</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">;</span></span></code></pre></div><p>Stores one-time passwords in this process, for development and tests: they are lost when it ends, and other processes do not see them.</p><h2 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h2><p><a href="/reference/nestjs-sms-gateway/otp/interfaces/SmsOtpStore.html"><code>SmsOtpStore</code></a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/otp/functions/memoryOtpStore.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const memoryOtpStore = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  memoryOtpStore as default
};
