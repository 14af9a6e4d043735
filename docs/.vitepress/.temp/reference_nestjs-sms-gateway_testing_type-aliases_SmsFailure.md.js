import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsFailure","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/testing/type-aliases/SmsFailure.md","filePath":"docs/reference/nestjs-sms-gateway/testing/type-aliases/SmsFailure.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/testing/type-aliases/SmsFailure.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsfailure" tabindex="-1">SmsFailure <a class="header-anchor" href="#smsfailure" aria-label="Permalink to &quot;SmsFailure&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">type</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;"> SmsFailure</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> =</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;"> </span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;not-sent&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;unknown&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;rejected&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;throttled&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;credentials-refused&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;"> SmsGatewayError</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">;</span></span></code></pre></div><p>How a send can fail:</p><table tabindex="0"><thead><tr><th>failure</th><th>the caller gets</th></tr></thead><tbody><tr><td data-column="failure"><code>not-sent</code></td><td data-column="the caller gets"><code>SmsTransportError</code> (<code>connection-failed</code>): definitely not sent, can be retried</td></tr><tr><td data-column="failure"><code>unknown</code></td><td data-column="the caller gets"><code>SmsTransportError</code> (<code>connection-lost</code>): it may have been sent</td></tr><tr><td data-column="failure"><code>rejected</code></td><td data-column="the caller gets"><code>SmsRejectedError</code> with <code>statusCode</code> and <code>reason</code></td></tr><tr><td data-column="failure"><code>throttled</code></td><td data-column="the caller gets"><code>SmsTransportError</code> (<code>throttled</code>) with <code>retryAfter</code></td></tr><tr><td data-column="failure"><code>credentials-refused</code></td><td data-column="the caller gets"><code>SmsAuthenticationError</code> (<code>credentials-refused</code>)</td></tr><tr><td data-column="failure">an error of this package</td><td data-column="the caller gets">that error</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/testing/type-aliases/SmsFailure.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsFailure = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsFailure as default
};
