import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"nestjs-sms-gateway/terminus","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/terminus/index.md","filePath":"docs/reference/nestjs-sms-gateway/terminus/index.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/terminus/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="nestjs-sms-gatewayterminus" tabindex="-1">nestjs-sms-gateway/terminus <a class="header-anchor" href="#nestjs-sms-gatewayterminus" aria-label="Permalink to &quot;nestjs-sms-gateway/terminus&quot;">​</a></h1><h2 id="services-and-modules" tabindex="-1">Services and modules <a class="header-anchor" href="#services-and-modules" aria-label="Permalink to &quot;Services and modules&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Class</th><th>Description</th></tr></thead><tbody><tr><td data-column="Class"><a href="/reference/nestjs-sms-gateway/terminus/classes/SmsHealthIndicator.html">SmsHealthIndicator</a></td><td data-column="Description">Checks an account for <code>@nestjs/terminus</code>, without ever sending a message. Provide it in a module that imports <code>TerminusModule</code>.</td></tr></tbody></table><h2 id="options" tabindex="-1">Options <a class="header-anchor" href="#options" aria-label="Permalink to &quot;Options&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Interface</th><th>Description</th></tr></thead><tbody><tr><td data-column="Interface"><a href="/reference/nestjs-sms-gateway/terminus/interfaces/SmsHealthOptions.html">SmsHealthOptions</a></td><td data-column="Description">What is checked, and what counts as down. Times in ms.</td></tr></tbody></table><h2 id="types" tabindex="-1">Types <a class="header-anchor" href="#types" aria-label="Permalink to &quot;Types&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Interface</th><th>Description</th></tr></thead><tbody><tr><td data-column="Interface"><a href="/reference/nestjs-sms-gateway/terminus/interfaces/SmsHealth.html">SmsHealth</a></td><td data-column="Description">What the health check shows.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/terminus/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
