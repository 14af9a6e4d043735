import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsSecret","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/type-aliases/SmsSecret.md","filePath":"docs/reference/nestjs-sms-gateway/type-aliases/SmsSecret.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/type-aliases/SmsSecret.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smssecret" tabindex="-1">SmsSecret <a class="header-anchor" href="#smssecret" aria-label="Permalink to &quot;SmsSecret&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">type</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;"> SmsSecret</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> =</span><span style="--shiki-light:#023B95;--shiki-dark:#91CBFF;"> string</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> |</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;"> (() </span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">=&gt;</span><span style="--shiki-light:#023B95;--shiki-dark:#91CBFF;"> string</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> |</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;"> Promise</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">&lt;</span><span style="--shiki-light:#023B95;--shiki-dark:#91CBFF;">string</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">&gt;);</span></span></code></pre></div><p>A password or key, or a function that returns it, so that it can change without a restart. The function is called for each login (<code>method: &#39;token&#39;</code>) or each send, and again after a refusal: if it then returns another value, the send is retried once.</p><p>If it throws, or returns no non-empty string within <code>timeout.connect</code>, the send fails with an <code>SmsAuthenticationError</code>, <code>credentials-unavailable</code>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/type-aliases/SmsSecret.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsSecret = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsSecret as default
};
