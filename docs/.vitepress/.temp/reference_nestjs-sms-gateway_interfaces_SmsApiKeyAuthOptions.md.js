import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsApiKeyAuthOptions","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsApiKeyAuthOptions.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsApiKeyAuthOptions.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsApiKeyAuthOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsapikeyauthoptions" tabindex="-1">SmsApiKeyAuthOptions <a class="header-anchor" href="#smsapikeyauthoptions" aria-label="Permalink to &quot;SmsApiKeyAuthOptions&quot;">​</a></h1><p><code>userid</code> in each send and the key in a header (section 5.1 of the gateway specification).</p><h2 id="extends" tabindex="-1">Extends <a class="header-anchor" href="#extends" aria-label="Permalink to &quot;Extends&quot;">​</a></h2><ul><li><code>SmsCommonAuthOptions</code></li></ul><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th><th>Inherited from</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-apikey"></a> <code>apiKey</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/type-aliases/SmsSecret.html"><code>SmsSecret</code></a></td><td data-column="Description">From the gateway&#39;s control panel.</td><td data-column="Inherited from">-</td></tr><tr><td data-column="Property"><a id="property-header"></a> <code>header?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The header that carries the key. Default <code>apikey</code> (an assumption: the gateway specification does not name it).</td><td data-column="Inherited from">-</td></tr><tr><td data-column="Property"><a id="property-method"></a> <code>method</code></td><td data-column="Type"><code>&quot;apiKey&quot;</code></td><td data-column="Description">Sends with the key, in a header.</td><td data-column="Inherited from">-</td></tr><tr><td data-column="Property"><a id="property-refusedcodes"></a> <code>refusedCodes?</code></td><td data-column="Type">readonly (<code>string</code> | <code>number</code>)[]</td><td data-column="Description">The <code>statusCode</code>s that mean that the credentials were refused. Default 401, 403 and 216 (an assumption: the gateway specification lists no codes).</td><td data-column="Inherited from"><code>SmsCommonAuthOptions.refusedCodes</code></td></tr><tr><td data-column="Property"><a id="property-userid"></a> <code>userId</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The registered username (<code>userid</code>).</td><td data-column="Inherited from"><code>SmsCommonAuthOptions.userId</code></td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsApiKeyAuthOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsApiKeyAuthOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsApiKeyAuthOptions as default
};
