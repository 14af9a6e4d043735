import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsGuardErrorCode","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/type-aliases/SmsGuardErrorCode.md","filePath":"docs/reference/nestjs-sms-gateway/type-aliases/SmsGuardErrorCode.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/type-aliases/SmsGuardErrorCode.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsguarderrorcode" tabindex="-1">SmsGuardErrorCode <a class="header-anchor" href="#smsguarderrorcode" aria-label="Permalink to &quot;SmsGuardErrorCode&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">type</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;"> SmsGuardErrorCode</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> =</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;"> </span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;country&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;segments&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;recipient-limit&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;daily-limit&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;quiet-hours&quot;</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">;</span></span></code></pre></div><p>The codes of an <code>SmsGuardError</code>:</p><table tabindex="0"><thead><tr><th>code</th><th>meaning</th></tr></thead><tbody><tr><td data-column="code"><code>country</code></td><td data-column="meaning"><code>guard.countries</code> does not list the country of a recipient</td></tr><tr><td data-column="code"><code>segments</code></td><td data-column="meaning">the text takes more segments than <code>guard.maxSegments</code></td></tr><tr><td data-column="code"><code>recipient-limit</code></td><td data-column="meaning">a recipient got as many messages as <code>guard.perRecipient</code> allows</td></tr><tr><td data-column="code"><code>daily-limit</code></td><td data-column="meaning">the account sent to as many recipients as <code>guard.perDay</code> allows</td></tr><tr><td data-column="code"><code>quiet-hours</code></td><td data-column="meaning">the option <code>quiet</code> holds messages back at this time</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/type-aliases/SmsGuardErrorCode.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsGuardErrorCode = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsGuardErrorCode as default
};
