import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsPasswordAuthOptions","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/interfaces/SmsPasswordAuthOptions.md","filePath":"docs/reference/nestjs-sms-gateway/interfaces/SmsPasswordAuthOptions.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/interfaces/SmsPasswordAuthOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smspasswordauthoptions" tabindex="-1">SmsPasswordAuthOptions <a class="header-anchor" href="#smspasswordauthoptions" aria-label="Permalink to &quot;SmsPasswordAuthOptions&quot;">​</a></h1><p><code>userid</code> and password in each send (section 5.1 of the gateway specification).</p><h2 id="extends" tabindex="-1">Extends <a class="header-anchor" href="#extends" aria-label="Permalink to &quot;Extends&quot;">​</a></h2><ul><li><code>SmsCommonAuthOptions</code></li></ul><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th><th>Inherited from</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-method"></a> <code>method</code></td><td data-column="Type"><code>&quot;password&quot;</code></td><td data-column="Description">Sends with the password, in the form.</td><td data-column="Inherited from">-</td></tr><tr><td data-column="Property"><a id="property-password"></a> <code>password</code></td><td data-column="Type"><a href="/reference/nestjs-sms-gateway/type-aliases/SmsSecret.html"><code>SmsSecret</code></a></td><td data-column="Description">The account&#39;s password, as it is: the package encodes it.</td><td data-column="Inherited from">-</td></tr><tr><td data-column="Property"><a id="property-passwordencoding"></a> <code>passwordEncoding?</code></td><td data-column="Type"><code>&quot;none&quot;</code> | <code>&quot;url&quot;</code></td><td data-column="Description"><code>url</code> percent-encodes the password, as the gateway specification says; <code>none</code> sends it as it is. Default <code>url</code>.</td><td data-column="Inherited from">-</td></tr><tr><td data-column="Property"><a id="property-refusedcodes"></a> <code>refusedCodes?</code></td><td data-column="Type">readonly (<code>string</code> | <code>number</code>)[]</td><td data-column="Description">The <code>statusCode</code>s that mean that the credentials were refused. Default 401, 403 and 216 (an assumption: the gateway specification lists no codes).</td><td data-column="Inherited from"><code>SmsCommonAuthOptions.refusedCodes</code></td></tr><tr><td data-column="Property"><a id="property-userid"></a> <code>userId</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The registered username (<code>userid</code>).</td><td data-column="Inherited from"><code>SmsCommonAuthOptions.userId</code></td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/interfaces/SmsPasswordAuthOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsPasswordAuthOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsPasswordAuthOptions as default
};
