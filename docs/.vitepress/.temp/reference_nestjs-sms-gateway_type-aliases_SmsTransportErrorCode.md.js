import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsTransportErrorCode","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/type-aliases/SmsTransportErrorCode.md","filePath":"docs/reference/nestjs-sms-gateway/type-aliases/SmsTransportErrorCode.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/type-aliases/SmsTransportErrorCode.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smstransporterrorcode" tabindex="-1">SmsTransportErrorCode <a class="header-anchor" href="#smstransporterrorcode" aria-label="Permalink to &quot;SmsTransportErrorCode&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">type</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;"> SmsTransportErrorCode</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> =</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;"> </span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;connection-failed&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;connection-lost&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;timeout&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;aborted&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;closed&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;throttled&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;redirected&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;gateway-failed&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;login-failed&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;request-failed&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;breaker-open&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;queue-failed&quot;</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;worker-lost&quot;</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">;</span></span></code></pre></div><p>The codes of an <code>SmsTransportError</code>:</p><table tabindex="0"><thead><tr><th>code</th><th>meaning</th></tr></thead><tbody><tr><td data-column="code"><code>connection-failed</code></td><td data-column="meaning">refused, name not found, TLS failed, not open within <code>timeout.connect</code></td></tr><tr><td data-column="code"><code>connection-lost</code></td><td data-column="meaning">reset, closed or garbled after the request was started</td></tr><tr><td data-column="code"><code>timeout</code></td><td data-column="meaning"><code>timeout.attempt</code> or <code>timeout.total</code> passed</td></tr><tr><td data-column="code"><code>aborted</code></td><td data-column="meaning">the caller&#39;s signal</td></tr><tr><td data-column="code"><code>closed</code></td><td data-column="meaning">the account was closed, or the app is shutting down</td></tr><tr><td data-column="code"><code>throttled</code></td><td data-column="meaning">the gateway answered 429</td></tr><tr><td data-column="code"><code>redirected</code></td><td data-column="meaning">it answered 3xx, which is never followed</td></tr><tr><td data-column="code"><code>gateway-failed</code></td><td data-column="meaning">it answered 5xx</td></tr><tr><td data-column="code"><code>login-failed</code></td><td data-column="meaning">the login got no answer</td></tr><tr><td data-column="code"><code>request-failed</code></td><td data-column="meaning">the request could not be made, for example because an interceptor threw</td></tr><tr><td data-column="code"><code>breaker-open</code></td><td data-column="meaning">the circuit breaker is open</td></tr><tr><td data-column="code"><code>queue-failed</code></td><td data-column="meaning">the store of the queue did not answer</td></tr><tr><td data-column="code"><code>worker-lost</code></td><td data-column="meaning">the queue&#39;s worker that had the message ended before it stored an outcome; only in events and in the outcomes of queued messages</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/type-aliases/SmsTransportErrorCode.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsTransportErrorCode = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsTransportErrorCode as default
};
