import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsQueueRegistration","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/queue/interfaces/SmsQueueRegistration.md","filePath":"docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueRegistration.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/queue/interfaces/SmsQueueRegistration.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsqueueregistration" tabindex="-1">SmsQueueRegistration <a class="header-anchor" href="#smsqueueregistration" aria-label="Permalink to &quot;SmsQueueRegistration&quot;">​</a></h1><p>What a registration has in addition to the options. An async factory cannot return these.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-isglobal"></a> <code>isGlobal?</code></td><td data-column="Type"><code>boolean</code></td><td data-column="Description">Makes the queue injectable everywhere. Default <code>false</code>.</td></tr><tr><td data-column="Property"><a id="property-name"></a> <code>name?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The name of the account that it sends through. Default: the default account.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueRegistration.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsQueueRegistration = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsQueueRegistration as default
};
