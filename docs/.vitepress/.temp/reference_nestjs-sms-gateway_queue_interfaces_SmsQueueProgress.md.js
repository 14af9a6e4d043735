import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsQueueProgress","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/queue/interfaces/SmsQueueProgress.md","filePath":"docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueProgress.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/queue/interfaces/SmsQueueProgress.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsqueueprogress" tabindex="-1">SmsQueueProgress <a class="header-anchor" href="#smsqueueprogress" aria-label="Permalink to &quot;SmsQueueProgress&quot;">​</a></h1><p>How far a message has come that has no outcome yet. It holds no text and no number.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-attempts"></a> <code>attempts</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">How many attempts have failed so far. Being held back, for example in quiet hours, is none.</td></tr><tr><td data-column="Property"><a id="property-lastcode"></a> <code>lastCode?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/type-aliases/SmsErrorCode.html"><code>SmsErrorCode</code></a></td><td data-column="Description">The code of the error for which it was last put back, for example <code>connection-failed</code> or <code>quiet-hours</code>.</td></tr><tr><td data-column="Property"><a id="property-maybesent"></a> <code>maybeSent?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>true</code></td><td data-column="Description"><code>true</code> if the message was resent, so that an earlier attempt may have sent it. Absent otherwise.</td></tr><tr><td data-column="Property"><a id="property-nextat"></a> <code>nextAt?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">When it is to be sent next, in ms since 1970; later if the workers are busy, paused or held back. Absent while a worker has it.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueProgress.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsQueueProgress = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsQueueProgress as default
};
