import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SmsQueueRedis","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/queue/interfaces/SmsQueueRedis.md","filePath":"docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueRedis.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/queue/interfaces/SmsQueueRedis.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="smsqueueredis" tabindex="-1">SmsQueueRedis <a class="header-anchor" href="#smsqueueredis" aria-label="Permalink to &quot;SmsQueueRedis&quot;">​</a></h1><p>An ioredis client: known by its structure.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Modifier</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-status"></a> <code>status</code></td><td data-column="Modifier"><code>readonly</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">The state of its connection.</td></tr></tbody></table><h2 id="methods" tabindex="-1">Methods <a class="header-anchor" href="#methods" aria-label="Permalink to &quot;Methods&quot;">​</a></h2><p><a id="duplicate"></a></p><h3 id="duplicate" tabindex="-1">duplicate() <a class="header-anchor" href="#duplicate" aria-label="Permalink to &quot;duplicate()&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#622CBC;--shiki-dark:#DBB7FF;">duplicate</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">(override</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">?</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">)</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">:</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;"> unknown;</span></span></code></pre></div><p>Makes a client with the same settings.</p><h4 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h4><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td data-column="Parameter"><code>override?</code></td><td data-column="Type"><code>object</code></td></tr></tbody></table><h4 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h4><p><code>unknown</code></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/queue/interfaces/SmsQueueRedis.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const SmsQueueRedis = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  SmsQueueRedis as default
};
