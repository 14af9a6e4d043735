import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"nestjs-sms-gateway/templates","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/templates/index.md","filePath":"docs/reference/nestjs-sms-gateway/templates/index.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/templates/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="nestjs-sms-gatewaytemplates" tabindex="-1">nestjs-sms-gateway/templates <a class="header-anchor" href="#nestjs-sms-gatewaytemplates" aria-label="Permalink to &quot;nestjs-sms-gateway/templates&quot;">​</a></h1><h2 id="options" tabindex="-1">Options <a class="header-anchor" href="#options" aria-label="Permalink to &quot;Options&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Interface</th><th>Description</th></tr></thead><tbody><tr><td data-column="Interface"><a href="/reference/nestjs-sms-gateway/templates/interfaces/ReadTemplatesOptions.html">ReadTemplatesOptions</a></td><td data-column="Description">The options of <code>readTemplates</code>.</td></tr></tbody></table><h2 id="functions-and-decorators" tabindex="-1">Functions and decorators <a class="header-anchor" href="#functions-and-decorators" aria-label="Permalink to &quot;Functions and decorators&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Function</th><th>Description</th></tr></thead><tbody><tr><td data-column="Function"><a href="/reference/nestjs-sms-gateway/templates/functions/defineTemplate.html">defineTemplate</a></td><td data-column="Description">Defines a registered template.</td></tr><tr><td data-column="Function"><a href="/reference/nestjs-sms-gateway/templates/functions/readTemplates.html">readTemplates</a></td><td data-column="Description">Reads the templates that a portal exported as CSV in UTF-8. Needs <code>csv-parse</code>.</td></tr></tbody></table><h2 id="types" tabindex="-1">Types <a class="header-anchor" href="#types" aria-label="Permalink to &quot;Types&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Interface</th><th>Description</th></tr></thead><tbody><tr><td data-column="Interface"><a href="/reference/nestjs-sms-gateway/templates/interfaces/ReadTemplates.html">ReadTemplates</a></td><td data-column="Description">What <code>readTemplates</code> found in a file.</td></tr><tr><td data-column="Interface"><a href="/reference/nestjs-sms-gateway/templates/interfaces/SmsTemplate.html">SmsTemplate</a></td><td data-column="Description">A template: call it with the values of its variables to get a message without <code>to</code>.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/templates/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
