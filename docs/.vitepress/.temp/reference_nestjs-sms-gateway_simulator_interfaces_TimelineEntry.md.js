import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"TimelineEntry","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/simulator/interfaces/TimelineEntry.md","filePath":"docs/reference/nestjs-sms-gateway/simulator/interfaces/TimelineEntry.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/simulator/interfaces/TimelineEntry.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="timelineentry" tabindex="-1">TimelineEntry <a class="header-anchor" href="#timelineentry" aria-label="Permalink to &quot;TimelineEntry&quot;">​</a></h1><p>One step of a send, of its delivery, or of a delivery report.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-answer"></a> <code>answer?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">Of a report: the HTTP answer with the start of its body, or why there was none.</td></tr><tr><td data-column="Property"><a id="property-at"></a> <code>at</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">ISO 8601, UTC.</td></tr><tr><td data-column="Property"><a id="property-detail"></a> <code>detail?</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">Of a delivery: the number, the code and the cause. Of a report: its method and its fields.</td></tr><tr><td data-column="Property"><a id="property-event"></a> <code>event</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type">| <code>&quot;accepted&quot;</code> | <code>&quot;delivered&quot;</code> | <code>&quot;pending&quot;</code> | <code>&quot;failed&quot;</code> | <code>&quot;expired&quot;</code> | <code>&quot;refused&quot;</code> | <code>&quot;received&quot;</code> | <code>&quot;answered&quot;</code> | <code>&quot;answer lost&quot;</code> | <code>&quot;client gone&quot;</code> | <code>&quot;report sent&quot;</code> | <code>&quot;report failed&quot;</code> | <code>&quot;report lost&quot;</code></td><td data-column="Description">What happened.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/simulator/interfaces/TimelineEntry.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const TimelineEntry = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  TimelineEntry as default
};
