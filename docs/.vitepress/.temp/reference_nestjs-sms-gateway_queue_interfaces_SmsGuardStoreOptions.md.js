import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsGuardStoreOptions","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/queue/interfaces/SmsGuardStoreOptions.md","filePath":"docs/reference/nestjs-sms-gateway/queue/interfaces/SmsGuardStoreOptions.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/queue/interfaces/SmsGuardStoreOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsguardstoreoptions" tabindex="-1">SmsGuardStoreOptions <a class="header-anchor" href="#smsguardstoreoptions" aria-label="Permalink to &quot;SmsGuardStoreOptions&quot;">​</a></h1><p>The options of <code>createGuardStore</code>.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-key"></a> <code>key?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The key of the hashes that are stored of numbers: 64 hex digits, as <code>openssl rand -hex 32</code> prints them. All processes need the same one: with another key, counts start over. Without it, whoever has the store can find the numbers by trying all.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/queue/interfaces/SmsGuardStoreOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsGuardStoreOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsGuardStoreOptions as default
};
