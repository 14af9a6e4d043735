import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsQueueBullMq","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/queue/interfaces/SmsQueueBullMq.md","filePath":"docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueBullMq.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/queue/interfaces/SmsQueueBullMq.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsqueuebullmq" tabindex="-1">SmsQueueBullMq <a class="header-anchor" href="#smsqueuebullmq" aria-label="Permalink to &quot;SmsQueueBullMq&quot;">​</a></h1><p>The module <code>bullmq</code>, version 6.7: known by its structure.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-createpostgresbackend"></a> <code>createPostgresBackend</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>object</code></td><td data-column="Description">What BullMQ 5 does not have.</td></tr><tr><td data-column="Property"><a id="property-createredisbackend"></a> <code>createRedisBackend</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>object</code></td><td data-column="Description">What BullMQ 5 does not have.</td></tr><tr><td data-column="Property"><a id="property-queue"></a> <code>Queue</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>object</code></td><td data-column="Description">Its class for queues.</td></tr><tr><td data-column="Property"><a id="property-worker"></a> <code>Worker</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>object</code></td><td data-column="Description">Its class for workers.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueBullMq.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsQueueBullMq = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsQueueBullMq as default
};
