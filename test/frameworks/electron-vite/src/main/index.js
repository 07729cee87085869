import { join } from 'node:path';
import icon from '@gen/hero.320w.webp';
import { BrowserWindow, app } from 'electron';

await app.whenReady();
const window = new BrowserWindow({ icon: join(import.meta.dirname, icon) });
await window.loadFile(join(import.meta.dirname, '../renderer/index.html'));
