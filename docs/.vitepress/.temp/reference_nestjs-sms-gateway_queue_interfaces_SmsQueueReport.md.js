import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsQueueReport","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/queue/interfaces/SmsQueueReport.md","filePath":"docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueReport.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/queue/interfaces/SmsQueueReport.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsqueuereport" tabindex="-1">SmsQueueReport <a class="header-anchor" href="#smsqueuereport" aria-label="Permalink to &quot;SmsQueueReport&quot;">​</a></h1><p>What was reported for a transaction. It may be that of another message to the same number.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-at"></a> <code>at</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">When the transaction was first reported, in ms since 1970.</td></tr><tr><td data-column="Property"><a id="property-state"></a> <code>state</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>&quot;delivered&quot;</code> | <code>&quot;pending&quot;</code> | <code>&quot;failed&quot;</code> | <code>&quot;expired&quot;</code> | <code>&quot;unrecognised&quot;</code></td><td data-column="Description"><code>delivered</code>, <code>failed</code> and <code>expired</code> are final.</td></tr><tr><td data-column="Property"><a id="property-transactionid"></a> <code>transactionId</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The gateway&#39;s id of the send.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueReport.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsQueueReport = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsQueueReport as default
};
