import { withAssetgen } from '@assetgen/unplugin/next';

export default withAssetgen({
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
});
