import assetgen from '@assetgen/webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';

/** @type {import('webpack').Configuration} */
export default {
  entry: './src/main.js',
  output: { filename: '[name].[contenthash:8].js', clean: true },
  module: { rules: [{ test: /\.css$/, use: ['style-loader', 'css-loader'] }] },
  plugins: [assetgen(), new HtmlWebpackPlugin({ template: './src/index.html' })],
  // three.js alone is more than webpack's default.
  performance: { maxAssetSize: 2e6, maxEntrypointSize: 2e6 },
};
