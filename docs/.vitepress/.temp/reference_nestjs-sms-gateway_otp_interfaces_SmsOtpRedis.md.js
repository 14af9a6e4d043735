import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsOtpRedis","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/otp/interfaces/SmsOtpRedis.md","filePath":"docs/reference/nestjs-sms-gateway/otp/interfaces/SmsOtpRedis.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/otp/interfaces/SmsOtpRedis.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsotpredis" tabindex="-1">SmsOtpRedis <a class="header-anchor" href="#smsotpredis" aria-label="Permalink to &quot;SmsOtpRedis&quot;">​</a></h1><p>The part of an <code>ioredis</code> client that the store uses.</p><h2 id="methods" tabindex="-1">Methods <a class="header-anchor" href="#methods" aria-label="Permalink to &quot;Methods&quot;">​</a></h2><p><a id="eval"></a></p><h3 id="eval" tabindex="-1">eval() <a class="header-anchor" href="#eval" aria-label="Permalink to &quot;eval()&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#622CBC;--shiki-dark:#DBB7FF;">eval</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">(</span></span>
<span class="line"><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">   script, </span></span>
<span class="line"><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">   keys, </span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">   ...</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">rest</span></span>
<span class="line"><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">): </span><span style="--shiki-light:#023B95;--shiki-dark:#91CBFF;">Promise</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">&lt;</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">unknown</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">&gt;</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">;</span></span></code></pre></div><p>Runs a script.</p><h4 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h4><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td data-column="Parameter"><code>script</code></td><td data-column="Type"><code>string</code></td></tr><tr><td data-column="Parameter"><code>keys</code></td><td data-column="Type"><code>number</code></td></tr><tr><td data-column="Parameter">...<code>rest</code></td><td data-column="Type">(<code>string</code> | <code>number</code>)[]</td></tr></tbody></table><h4 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h4><p><code>Promise</code>&lt;<code>unknown</code>&gt;</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/otp/interfaces/SmsOtpRedis.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsOtpRedis = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsOtpRedis as default
};
