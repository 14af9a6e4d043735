import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsAuthenticationErrorDetails","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsAuthenticationErrorDetails.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsAuthenticationErrorDetails.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsAuthenticationErrorDetails.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsauthenticationerrordetails" tabindex="-1">SmsAuthenticationErrorDetails <a class="header-anchor" href="#smsauthenticationerrordetails" aria-label="Permalink to &quot;SmsAuthenticationErrorDetails&quot;">​</a></h1><p>What an <code>SmsAuthenticationError</code> can carry besides its code and message.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-reason"></a> <code>reason?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The gateway&#39;s <code>reason</code>, masked.</td></tr><tr><td data-column="Property"><a id="property-retryafter"></a> <code>retryAfter?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">Milliseconds until the next login may be made.</td></tr><tr><td data-column="Property"><a id="property-statuscode"></a> <code>statusCode?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The gateway&#39;s <code>statusCode</code>, masked.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsAuthenticationErrorDetails.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsAuthenticationErrorDetails = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsAuthenticationErrorDetails as default
};
