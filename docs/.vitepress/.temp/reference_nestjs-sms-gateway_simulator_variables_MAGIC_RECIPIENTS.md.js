import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"MAGIC_RECIPIENTS","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/simulator/variables/MAGIC_RECIPIENTS.md","filePath":"docs/reference/nestjs-sms-gateway/simulator/variables/MAGIC_RECIPIENTS.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/simulator/variables/MAGIC_RECIPIENTS.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="magic_recipients" tabindex="-1">MAGIC_RECIPIENTS <a class="header-anchor" href="#magic_recipients" aria-label="Permalink to &quot;MAGIC\\_RECIPIENTS&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">const</span><span style="--shiki-light:#023B95;--shiki-dark:#91CBFF;"> MAGIC_RECIPIENTS</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">:</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;"> Readonly</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">&lt;</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;">Record</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">&lt;</span><span style="--shiki-light:#023B95;--shiki-dark:#91CBFF;">string</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">, </span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;">FaultName</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">&gt;&gt;;</span></span></code></pre></div><p>Recipients that trigger a fault, for manual testing. All start with 999000, which no country uses, so they cannot reach anybody.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/simulator/variables/MAGIC_RECIPIENTS.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const MAGIC_RECIPIENTS = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  MAGIC_RECIPIENTS as default
};
