import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"redisOtpStore","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/otp/functions/redisOtpStore.md","filePath":"docs/reference/nestjs-sms-gateway/otp/functions/redisOtpStore.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/otp/functions/redisOtpStore.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="redisotpstore" tabindex="-1">redisOtpStore <a class="header-anchor" href="#redisotpstore" aria-label="Permalink to &quot;redisOtpStore&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">function</span><span style="--shiki-light:#622CBC;--shiki-dark:#DBB7FF;"> redisOtpStore</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">(</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;">client</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">, </span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;">prefix</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">?</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">)</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">:</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;"> SmsOtpStore</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">;</span></span></code></pre></div><p>Stores one-time passwords in Redis 7 or Valkey, where they expire by themselves. All times use its clock.</p><h2 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th><th>Default value</th><th>Description</th></tr></thead><tbody><tr><td data-column="Parameter"><code>client</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/otp/interfaces/SmsOtpRedis.html"><code>SmsOtpRedis</code></a></td><td data-column="Default value"><code>undefined</code></td><td data-column="Description">of <code>ioredis</code>; the app closes it</td></tr><tr><td data-column="Parameter"><code>prefix?</code></td><td data-column="Type"><code>string</code></td><td data-column="Default value"><code>&#39;sms-otp:&#39;</code></td><td data-column="Description">of every key</td></tr></tbody></table><h2 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h2><p><a href="/reference/nestjs-sms-gateway/otp/interfaces/SmsOtpStore.html"><code>SmsOtpStore</code></a></p><h2 id="throws" tabindex="-1">Throws <a class="header-anchor" href="#throws" aria-label="Permalink to &quot;Throws&quot;">​</a></h2><p>SmsConfigurationError if the client cannot run scripts, or the prefix is not a string</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/otp/functions/redisOtpStore.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const redisOtpStore = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  redisOtpStore as default
};
