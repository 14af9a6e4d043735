import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsQueueOptionsFactory","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/queue/interfaces/SmsQueueOptionsFactory.md","filePath":"docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueOptionsFactory.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/queue/interfaces/SmsQueueOptionsFactory.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsqueueoptionsfactory" tabindex="-1">SmsQueueOptionsFactory <a class="header-anchor" href="#smsqueueoptionsfactory" aria-label="Permalink to &quot;SmsQueueOptionsFactory&quot;">​</a></h1><p>A class that creates the options, for <code>useClass</code> and <code>useExisting</code>.</p><h2 id="methods" tabindex="-1">Methods <a class="header-anchor" href="#methods" aria-label="Permalink to &quot;Methods&quot;">​</a></h2><p><a id="createsmsqueueoptions"></a></p><h3 id="createsmsqueueoptions" tabindex="-1">createSmsQueueOptions() <a class="header-anchor" href="#createsmsqueueoptions" aria-label="Permalink to &quot;createSmsQueueOptions()&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#622CBC;--shiki-dark:#DBB7FF;">createSmsQueueOptions</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">(): </span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">  |</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;"> SmsQueueOptions</span></span>
<span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">|</span><span style="--shiki-light:#023B95;--shiki-dark:#91CBFF;"> Promise</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">&lt;</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">SmsQueueOptions</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">&gt;</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">;</span></span></code></pre></div><p>Returns the options. They are checked while Nest builds the module.</p><h4 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h4><p>| <a href="/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueOptions.html"><code>SmsQueueOptions</code></a> | <code>Promise</code>&lt;<a href="/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueOptions.html"><code>SmsQueueOptions</code></a>&gt;</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueOptionsFactory.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsQueueOptionsFactory = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsQueueOptionsFactory as default
};
