import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsQueueAdded","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/queue/interfaces/SmsQueueAdded.md","filePath":"docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueAdded.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/queue/interfaces/SmsQueueAdded.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsqueueadded" tabindex="-1">SmsQueueAdded <a class="header-anchor" href="#smsqueueadded" aria-label="Permalink to &quot;SmsQueueAdded&quot;">​</a></h1><p>What happened to an <code>add</code>.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-duplicate"></a> <code>duplicate</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>boolean</code></td><td data-column="Description">Whether it had been queued before, with the same key.</td></tr><tr><td data-column="Property"><a id="property-id"></a> <code>id</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The message&#39;s id in the queue.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueAdded.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsQueueAdded = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsQueueAdded as default
};
