import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"smsMessageOf","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/functions/smsMessageOf.md","filePath":"docs/reference/nestjs-sms-gateway/functions/smsMessageOf.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/functions/smsMessageOf.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsmessageof" tabindex="-1">smsMessageOf <a class="header-anchor" href="#smsmessageof" aria-label="Permalink to &quot;smsMessageOf&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">function</span><span style="--shiki-light:#622CBC;--shiki-dark:#DBB7FF;"> smsMessageOf</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">(</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;">event</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">)</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">:</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;"> SmsMessage</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> |</span><span style="--shiki-light:#023B95;--shiki-dark:#91CBFF;"> undefined</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">;</span></span></code></pre></div><p>The message that an event is about, with its numbers as digits and the account&#39;s defaults filled in. An event does not hold it, so that events can be logged as they are: ask for it only where you need it.</p><h2 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td data-column="Parameter"><code>event</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/type-aliases/SmsEvent.html"><code>SmsEvent</code></a></td></tr></tbody></table><h2 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h2><p><a href="/reference/nestjs-sms-gateway/interfaces/SmsMessage.html"><code>SmsMessage</code></a> | <code>undefined</code></p><p>undefined for a login, a delivery report, a balance, and a message that was invalid</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/functions/smsMessageOf.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const smsMessageOf = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  smsMessageOf as default
};
