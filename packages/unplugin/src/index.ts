export const PACKAGE_NAME = '@assetgen/unplugin';
