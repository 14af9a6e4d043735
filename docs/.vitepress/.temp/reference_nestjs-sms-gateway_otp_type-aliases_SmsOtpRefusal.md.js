import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsOtpRefusal","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/otp/type-aliases/SmsOtpRefusal.md","filePath":"docs/reference/nestjs-sms-gateway/otp/type-aliases/SmsOtpRefusal.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/otp/type-aliases/SmsOtpRefusal.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsotprefusal" tabindex="-1">SmsOtpRefusal <a class="header-anchor" href="#smsotprefusal" aria-label="Permalink to &quot;SmsOtpRefusal&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">type</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;"> SmsOtpRefusal</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> =</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;wrong&quot;</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;expired&quot;</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;used&quot;</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;exhausted&quot;</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;unknown-id&quot;</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">;</span></span></code></pre></div><p>Why a code was not accepted: it was <code>wrong</code>; the challenge <code>expired</code>, was <code>used</code> before, or is <code>exhausted</code> after <code>checks</code> attempts; or no challenge with that id is stored (<code>unknown-id</code>). A challenge is stored for at least 10 minutes after its end.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/otp/type-aliases/SmsOtpRefusal.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsOtpRefusal = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsOtpRefusal as default
};
