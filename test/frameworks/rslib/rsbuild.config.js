// Who uses the library, without a plugin.
export default {
  source: { entry: { index: './page.js' }, assetsInclude: /\.glb$/ },
};
