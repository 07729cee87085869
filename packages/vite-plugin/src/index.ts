export const PACKAGE_NAME = '@assetgen/vite-plugin';
