import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"ExpiredTokenAnswer","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/simulator/interfaces/ExpiredTokenAnswer.md","filePath":"docs/reference/nestjs-sms-gateway/simulator/interfaces/ExpiredTokenAnswer.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/simulator/interfaces/ExpiredTokenAnswer.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="expiredtokenanswer" tabindex="-1">ExpiredTokenAnswer <a class="header-anchor" href="#expiredtokenanswer" aria-label="Permalink to &quot;ExpiredTokenAnswer&quot;">​</a></h1><p>The answer to a send with an expired token.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-httpstatus"></a> <code>httpStatus?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">HTTP status. Default 200, as with failures of real gateways.</td></tr><tr><td data-column="Property"><a id="property-reason"></a> <code>reason?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">Default <code>&#39;Invalid credentials&#39;</code>.</td></tr><tr><td data-column="Property"><a id="property-statuscode"></a> <code>statusCode?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">Default <code>&#39;216&#39;</code>, because no code for an expired token is known.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/simulator/interfaces/ExpiredTokenAnswer.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const ExpiredTokenAnswer = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  ExpiredTokenAnswer as default
};
