import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"WaitFor","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/simulator/interfaces/WaitFor.md","filePath":"docs/reference/nestjs-sms-gateway/simulator/interfaces/WaitFor.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/simulator/interfaces/WaitFor.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="waitfor" tabindex="-1">WaitFor <a class="header-anchor" href="#waitfor" aria-label="Permalink to &quot;WaitFor&quot;">​</a></h1><p>Which message to wait for. Only accepted messages count.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-after"></a> <code>after?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The id of a message: only later ones count. Use it to wait for a second code.</td></tr><tr><td data-column="Property"><a id="property-search"></a> <code>search?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">Terms that must all match, as in the search of the page. Default: none.</td></tr><tr><td data-column="Property"><a id="property-since"></a> <code>since?</code></td><td data-column="Type"><code>Date</code></td><td data-column="Description">A time by the simulator&#39;s clock: only messages that came then or later count. Take it before the app sends, and no older code is mistaken for the new one. Default: any time.</td></tr><tr><td data-column="Property"><a id="property-text"></a> <code>text?</code></td><td data-column="Type"><code>RegExp</code></td><td data-column="Description">What its text must match. Default: any.</td></tr><tr><td data-column="Property"><a id="property-timeout"></a> <code>timeout?</code></td><td data-column="Type"><code>number</code></td><td data-column="Description">Milliseconds to wait. Default 4,000.</td></tr><tr><td data-column="Property"><a id="property-to"></a> <code>to?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">One of its recipients; a leading <code>+</code> and separators are ignored. Default: any.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/simulator/interfaces/WaitFor.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const WaitFor = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  WaitFor as default
};
