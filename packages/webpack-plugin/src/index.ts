export const PACKAGE_NAME = '@assetgen/webpack-plugin';
