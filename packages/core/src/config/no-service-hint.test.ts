import { describe, expect, it } from 'vitest';
import { noServiceHint } from './no-service-hint.ts';

describe('the hint where no service is set', () => {
  it('names the variables, and no task runner where none is', () => {
    expect(noServiceHint({})).toBe(
      'Set ASSETGEN_API_URL and ASSETGEN_API_KEY, or `"service": "local"` in the config.',
    );
  });

  it('names what Turborepo and Nx need, which hide variables or what they changed', () => {
    expect(noServiceHint({ ASSETGEN_API_KEY: 'key' })).toBe(
      'Set ASSETGEN_API_URL, or `"service": "local"` in the config.',
    );
    expect(noServiceHint({ TURBO_HASH: '0c3fa3ab' })).toContain(
      'write `"globalPassThroughEnv": ["ASSETGEN_*"]` into turbo.json',
    );
    expect(noServiceHint({ NX_TASK_HASH: '1' })).toContain('to the `inputs` of this task');
  });
});
