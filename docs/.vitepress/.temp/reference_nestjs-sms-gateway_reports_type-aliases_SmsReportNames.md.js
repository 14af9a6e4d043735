import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsReportNames","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/reports/type-aliases/SmsReportNames.md","filePath":"docs/reference/nestjs-sms-gateway/reports/type-aliases/SmsReportNames.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/reports/type-aliases/SmsReportNames.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsreportnames" tabindex="-1">SmsReportNames <a class="header-anchor" href="#smsreportnames" aria-label="Permalink to &quot;SmsReportNames&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">type</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;"> SmsReportNames</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> =</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;"> { </span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">readonly</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;"> [</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;">Part</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> in</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;transactionId&quot;</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;messageId&quot;</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;recipient&quot;</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;state&quot;</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;code&quot;</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;cause&quot;</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> |</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> &quot;at&quot;</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">]</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">?:</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> readonly</span><span style="--shiki-light:#023B95;--shiki-dark:#91CBFF;"> string</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">[] };</span></span></code></pre></div><p>Names of the fields from which the properties of a report are read: <code>recipient</code> is the number, <code>state</code> the word of the state, <code>cause</code> the reason, <code>at</code> when it happened.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/reports/type-aliases/SmsReportNames.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsReportNames = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsReportNames as default
};
