import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsHealthOptions","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/terminus/interfaces/SmsHealthOptions.md","filePath":"docs/reference/nestjs-sms-gateway/terminus/interfaces/SmsHealthOptions.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/terminus/interfaces/SmsHealthOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smshealthoptions" tabindex="-1">SmsHealthOptions <a class="header-anchor" href="#smshealthoptions" aria-label="Permalink to &quot;SmsHealthOptions&quot;">​</a></h1><p>What is checked, and what counts as down. Times in ms.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-account"></a> <code>account?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The name of the account. Default: the default account.</td></tr><tr><td data-column="Property"><a id="property-cachefor"></a> <code>cacheFor?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">For how long the result of a login is used again; if it failed, at most 5,000. Default 30,000.</td></tr><tr><td data-column="Property"><a id="property-maxqueueage"></a> <code>maxQueueAge?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">Down if a message in the queue has been ready to be sent for longer than this. Default: no limit.</td></tr><tr><td data-column="Property"><a id="property-maxqueued"></a> <code>maxQueued?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">Down if more messages than this wait in the queue. Default: no limit.</td></tr><tr><td data-column="Property"><a id="property-maxunknown"></a> <code>maxUnknown?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">Down if more messages of unknown outcome than this are not settled. Default: no limit.</td></tr><tr><td data-column="Property"><a id="property-maxwaiting"></a> <code>maxWaiting?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">Down if more sends than this wait for their turn in this process. Default: no limit.</td></tr><tr><td data-column="Property"><a id="property-queue"></a> <code>queue?</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/queue/classes/SmsQueue.html"><code>SmsQueue</code></a></td><td data-column="Description">The queue of the account, to check it as well. Default none.</td></tr><tr><td data-column="Property"><a id="property-timeout"></a> <code>timeout?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">How long to wait for a login, or for the queue. Default 5,000.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/terminus/interfaces/SmsHealthOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsHealthOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsHealthOptions as default
};
