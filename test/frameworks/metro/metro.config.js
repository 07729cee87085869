const path = require('node:path');

const modules = path.join(__dirname, '.assetgen/modules');

module.exports = {
  projectRoot: __dirname,
  resolver: {
    assetExts: ['glb', 'webp'],
    resolveRequest: (context, name, platform) =>
      name.startsWith('@gen/')
        ? { type: 'sourceFile', filePath: path.join(modules, `${name.slice('@gen/'.length)}.js`) }
        : context.resolveRequest(context, name, platform),
  },
  // What the preset of React Native has by itself.
  transformer: {
    assetRegistryPath: path.join(__dirname, 'registry.js'),
    getTransformOptions: async () => ({ transform: { experimentalImportSupport: true } }),
  },
  serializer: { getPolyfills: () => [] },
};
