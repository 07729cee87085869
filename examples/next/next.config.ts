import { withAssetgen } from '@assetgen/unplugin/next';

export default withAssetgen({
  // A lock file in a folder above would make Next take that for the project.
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
});
