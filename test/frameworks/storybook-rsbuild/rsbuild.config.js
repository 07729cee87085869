import assetgen from '@assetgen/unplugin/rsbuild';
import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

export default defineConfig({ plugins: [pluginReact(), assetgen()] });
