import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsQueueCounts","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/queue/interfaces/SmsQueueCounts.md","filePath":"docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueCounts.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/queue/interfaces/SmsQueueCounts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsqueuecounts" tabindex="-1">SmsQueueCounts <a class="header-anchor" href="#smsqueuecounts" aria-label="Permalink to &quot;SmsQueueCounts&quot;">​</a></h1><p>How many messages are where.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-capped"></a> <code>capped?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>true</code></td><td data-column="Description">There are more of a state than were counted. Absent otherwise.</td></tr><tr><td data-column="Property"><a id="property-delayed"></a> <code>delayed</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">Waiting for their time, or for the next attempt.</td></tr><tr><td data-column="Property"><a id="property-finished"></a> <code>finished</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">Accepted or not sent, and not forgotten yet.</td></tr><tr><td data-column="Property"><a id="property-oldest"></a> <code>oldest?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">For how long the oldest of these has been ready to be sent, in ms. Absent if none waits.</td></tr><tr><td data-column="Property"><a id="property-sending"></a> <code>sending</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">With a worker.</td></tr><tr><td data-column="Property"><a id="property-unknown"></a> <code>unknown</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">May have been sent, and nobody has settled them.</td></tr><tr><td data-column="Property"><a id="property-waiting"></a> <code>waiting</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">Waiting to be sent as soon as a worker is free.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueCounts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsQueueCounts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsQueueCounts as default
};
