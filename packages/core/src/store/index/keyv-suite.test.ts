import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import keyvTestSuite from '@keyv/test-suite';
import { Keyv } from 'keyv';
import * as vitest from 'vitest';
import { createFileAdapter } from './file-adapter.ts';

// What Keyv asks of every storage adapter. Its tests of iteration are not part of the suite: Keyv
// iterates only over adapters of databases that it knows by name.
vitest.describe("Keyv's published test suite, on files", () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'suite-'));
  keyvTestSuite(vitest, Keyv, () => createFileAdapter(dir));
});
