export type { AssetgenOptions } from '@assetgen/core';
