import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"FaultName","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/simulator/type-aliases/FaultName.md","filePath":"docs/reference/nestjs-sms-gateway/simulator/type-aliases/FaultName.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/simulator/type-aliases/FaultName.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="faultname" tabindex="-1">FaultName <a class="header-anchor" href="#faultname" aria-label="Permalink to &quot;FaultName&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">type</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;"> FaultName</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> =</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> typeof</span><span style="--shiki-light:#023B95;--shiki-dark:#91CBFF;"> FAULT_NAMES</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">[number];</span></span></code></pre></div><p>The name of a fault.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/simulator/type-aliases/FaultName.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const FaultName = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  FaultName as default
};
