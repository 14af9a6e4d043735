import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"nestjs-sms-gateway/opentelemetry","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/opentelemetry/index.md","filePath":"docs/reference/nestjs-sms-gateway/opentelemetry/index.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/opentelemetry/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="nestjs-sms-gatewayopentelemetry" tabindex="-1">nestjs-sms-gateway/opentelemetry <a class="header-anchor" href="#nestjs-sms-gatewayopentelemetry" aria-label="Permalink to &quot;nestjs-sms-gateway/opentelemetry&quot;">​</a></h1><h2 id="functions-and-decorators" tabindex="-1">Functions and decorators <a class="header-anchor" href="#functions-and-decorators" aria-label="Permalink to &quot;Functions and decorators&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Function</th><th>Description</th></tr></thead><tbody><tr><td data-column="Function"><a href="/reference/nestjs-sms-gateway/opentelemetry/functions/instrumentSms.html">instrumentSms</a></td><td data-column="Description">Creates spans and metrics of all accounts in this process, with the global providers of OpenTelemetry. Call it once, after the SDK was started and before the first send. A second call has no effect, nor has one in another copy of the package: all copies share one.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/opentelemetry/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
