import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsAuthenticationErrorCode","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/type-aliases/SmsAuthenticationErrorCode.md","filePath":"docs/reference/nestjs-sms-gateway/type-aliases/SmsAuthenticationErrorCode.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/type-aliases/SmsAuthenticationErrorCode.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsauthenticationerrorcode" tabindex="-1">SmsAuthenticationErrorCode <a class="header-anchor" href="#smsauthenticationerrorcode" aria-label="Permalink to &quot;SmsAuthenticationErrorCode&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">type</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;"> SmsAuthenticationErrorCode</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> =</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;"> </span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;login-refused&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;login-unusable&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;credentials-refused&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;credentials-unavailable&quot;</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">;</span></span></code></pre></div><p>The codes of an <code>SmsAuthenticationError</code>:</p><table tabindex="0"><thead><tr><th>code</th><th>meaning</th></tr></thead><tbody><tr><td data-column="code"><code>login-refused</code></td><td data-column="meaning">the token endpoint refused the login</td></tr><tr><td data-column="code"><code>login-unusable</code></td><td data-column="meaning">its answer held no usable token</td></tr><tr><td data-column="code"><code>credentials-refused</code></td><td data-column="meaning">the send endpoint refused the credentials</td></tr><tr><td data-column="code"><code>credentials-unavailable</code></td><td data-column="meaning">the app&#39;s own strategy, or its function given as <code>password</code> or <code>apiKey</code>, gave none</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/type-aliases/SmsAuthenticationErrorCode.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsAuthenticationErrorCode = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsAuthenticationErrorCode as default
};
