import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsGuardErrorDetails","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsGuardErrorDetails.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsGuardErrorDetails.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsGuardErrorDetails.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsguarderrordetails" tabindex="-1">SmsGuardErrorDetails <a class="header-anchor" href="#smsguarderrordetails" aria-label="Permalink to &quot;SmsGuardErrorDetails&quot;">​</a></h1><p>What an <code>SmsGuardError</code> can carry besides its code and message.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-recipients"></a> <code>recipients?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type">readonly <code>string</code>[]</td><td data-column="Description">The numbers that were refused.</td></tr><tr><td data-column="Property"><a id="property-retryable"></a> <code>retryable?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>boolean</code></td><td data-column="Description">Whether the same message may be sent later. Default true.</td></tr><tr><td data-column="Property"><a id="property-retryafter"></a> <code>retryAfter?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">Milliseconds until it may be sent.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsGuardErrorDetails.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsGuardErrorDetails = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsGuardErrorDetails as default
};
