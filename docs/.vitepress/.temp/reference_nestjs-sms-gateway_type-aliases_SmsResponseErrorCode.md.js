import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsResponseErrorCode","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/type-aliases/SmsResponseErrorCode.md","filePath":"docs/reference/nestjs-sms-gateway/type-aliases/SmsResponseErrorCode.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/type-aliases/SmsResponseErrorCode.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsresponseerrorcode" tabindex="-1">SmsResponseErrorCode <a class="header-anchor" href="#smsresponseerrorcode" aria-label="Permalink to &quot;SmsResponseErrorCode&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">type</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;"> SmsResponseErrorCode</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> =</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;"> </span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;answer-unclear&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;answer-mismatched&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;answer-unreadable&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;answer-too-large&quot;</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">;</span></span></code></pre></div><p>The codes of an <code>SmsResponseError</code>:</p><table tabindex="0"><thead><tr><th>code</th><th>meaning</th></tr></thead><tbody><tr><td data-column="code"><code>answer-unclear</code></td><td data-column="meaning">the answer proves neither acceptance nor rejection</td></tr><tr><td data-column="code"><code>answer-mismatched</code></td><td data-column="meaning">it names only other recipients, or has a token, so it belongs to another request</td></tr><tr><td data-column="code"><code>answer-unreadable</code></td><td data-column="meaning">it could not be decoded</td></tr><tr><td data-column="code"><code>answer-too-large</code></td><td data-column="meaning">it is longer than <code>maxAnswerBytes</code></td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/type-aliases/SmsResponseErrorCode.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsResponseErrorCode = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsResponseErrorCode as default
};
