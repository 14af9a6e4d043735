import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsQueueUnknown","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/queue/interfaces/SmsQueueUnknown.md","filePath":"docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueUnknown.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/queue/interfaces/SmsQueueUnknown.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsqueueunknown" tabindex="-1">SmsQueueUnknown <a class="header-anchor" href="#smsqueueunknown" aria-label="Permalink to &quot;SmsQueueUnknown&quot;">​</a></h1><p>A message that may have been sent, for a person to settle.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-addedat"></a> <code>addedAt</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">When it was added, in ms since 1970.</td></tr><tr><td data-column="Property"><a id="property-id"></a> <code>id</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The message&#39;s id in the queue.</td></tr><tr><td data-column="Property"><a id="property-outcome"></a> <code>outcome</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueOutcome.html"><code>SmsQueueOutcome</code></a></td><td data-column="Description">What is known of it.</td></tr><tr><td data-column="Property"><a id="property-recipients"></a> <code>recipients</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type">readonly <code>string</code>[]</td><td data-column="Description">Its numbers, masked.</td></tr><tr><td data-column="Property"><a id="property-reports"></a> <code>reports?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type">readonly <a href="/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueReport.html"><code>SmsQueueReport</code></a>[]</td><td data-column="Description">With the option <code>reports</code>: the newest 20 reports for its numbers (of a batch, for the first 100) that came since it was added, one for each transaction and state. They may belong to other messages to these numbers.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueUnknown.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsQueueUnknown = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsQueueUnknown as default
};
