import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsMessageEvent","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsMessageEvent.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsMessageEvent.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsMessageEvent.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsmessageevent" tabindex="-1">SmsMessageEvent <a class="header-anchor" href="#smsmessageevent" aria-label="Permalink to &quot;SmsMessageEvent&quot;">​</a></h1><p>What every event about a message has.</p><h2 id="extended-by" tabindex="-1">Extended by <a class="header-anchor" href="#extended-by" aria-label="Permalink to &quot;Extended by&quot;">​</a></h2><ul><li><a href="/reference/nestjs-sms-gateway/interfaces/SmsAcceptedEvent.html"><code>SmsAcceptedEvent</code></a></li><li><a href="/reference/nestjs-sms-gateway/interfaces/SmsFailedEvent.html"><code>SmsFailedEvent</code></a></li><li><a href="/reference/nestjs-sms-gateway/interfaces/SmsHeldEvent.html"><code>SmsHeldEvent</code></a></li><li><a href="/reference/nestjs-sms-gateway/interfaces/SmsRetryEvent.html"><code>SmsRetryEvent</code></a></li></ul><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-account"></a> <code>account</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The name of the account.</td></tr><tr><td data-column="Property"><a id="property-at"></a> <code>at</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">When it happened, in ms since 1970.</td></tr><tr><td data-column="Property"><a id="property-recipients"></a> <code>recipients</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">How many numbers the message goes to; 0 if that could not be determined.</td></tr><tr><td data-column="Property"><a id="property-segments"></a> <code>segments</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">How many segments the text has; 0 if the message was invalid.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsMessageEvent.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsMessageEvent = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsMessageEvent as default
};
