import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"instrumentSms","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/opentelemetry/functions/instrumentSms.md","filePath":"docs/reference/nestjs-sms-gateway/opentelemetry/functions/instrumentSms.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/opentelemetry/functions/instrumentSms.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="instrumentsms" tabindex="-1">instrumentSms <a class="header-anchor" href="#instrumentsms" aria-label="Permalink to &quot;instrumentSms&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">function</span><span style="--shiki-light:#622CBC;--shiki-dark:#DBB7FF;"> instrumentSms</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">()</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">:</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;"> () </span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">=&gt;</span><span style="--shiki-light:#023B95;--shiki-dark:#91CBFF;"> void</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">;</span></span></code></pre></div><p>Creates spans and metrics of all accounts in this process, with the global providers of OpenTelemetry. Call it once, after the SDK was started and before the first send. A second call has no effect, nor has one in another copy of the package: all copies share one.</p><p>Each send is a span of kind <code>CLIENT</code>, with its attempts and the login that it started as children. See docs/watching.md for the attributes and metrics. None has a number, a text or a secret.</p><h2 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h2><p>a function that ends it</p><p>() =&gt; <code>void</code></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/opentelemetry/functions/instrumentSms.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const instrumentSms = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  instrumentSms as default
};
