import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Account","description":"","frontmatter":{},"headers":[],"relativePath":"reference/nestjs-sms-gateway/simulator/interfaces/Account.md","filePath":"docs/reference/nestjs-sms-gateway/simulator/interfaces/Account.md"}');
const _sfc_main = { name: "reference/nestjs-sms-gateway/simulator/interfaces/Account.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="account" tabindex="-1">Account <a class="header-anchor" href="#account" aria-label="Permalink to &quot;Account&quot;">​</a></h1><p>An account of the gateway. It needs a password, a key or both.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><table tabindex="0"><thead><tr><th>Property</th><th>Type</th><th>Description</th></tr></thead><tbody><tr><td data-column="Property"><a id="property-apikey"></a> <code>apiKey?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">API key; without one, the account has no sends with a key.</td></tr><tr><td data-column="Property"><a id="property-password"></a> <code>password?</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">Password; without one, the account has no logins and no sends with a password.</td></tr><tr><td data-column="Property"><a id="property-userid"></a> <code>userId</code></td><td data-column="Type"><code>string</code></td><td data-column="Description">User name, without a colon.</td></tr></tbody></table></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/nestjs-sms-gateway/simulator/interfaces/Account.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const Account = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  Account as default
};
