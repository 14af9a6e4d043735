import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SentAnswer","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/simulator/interfaces/SentAnswer.md","filePath":"docs/reference/nestjs-sms-gateway/simulator/interfaces/SentAnswer.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/simulator/interfaces/SentAnswer.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="sentanswer" tabindex="-1">SentAnswer <a class="header-anchor" href="#sentanswer" aria-label="Permalink to &quot;SentAnswer&quot;">​</a></h1><p>The answer that was sent. A fault may have cut it off or lost it on the way.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-body"></a> <code>body</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The body.</td></tr><tr><td data-column="Property"><a id="property-status"></a> <code>status</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">HTTP status.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/simulator/interfaces/SentAnswer.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SentAnswer = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SentAnswer as default
};
