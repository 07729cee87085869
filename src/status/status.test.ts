import { createClient } from '@assetgen/client';
import type { Inspection } from '@assetgen/core';
import { describe, expect, it } from 'vitest';
import { jobStatus } from './job-status.ts';
import { knownJobs } from './known-jobs.ts';

const UUID = '6e2f0c1e-4f0f-4c55-9a55-0b6d1f1f9d10';

/** A client of a service that gives these answers by the last part of the path. */
const answering = (answers: Readonly<Record<string, object>>) =>
  createClient({
    apiKey: 'k',
    apiUrl: 'http://service.test',
    fetch: async (request) =>
      Response.json(answers[new URL(request.url).pathname.split('/').at(-1) ?? ''] ?? {}),
  });
const asked = (answers: Readonly<Record<string, object>>) =>
  jobStatus(
    answering({
      retrieveModel: { codeStatus: -2, message: 'none' },
      queryGenerationResult: { success: false, message: 'none' },
      queryJobProgress: { statusType: -1, message: '' },
      ...answers,
    }),
    UUID,
    new AbortController().signal,
  );

describe('jobStatus', () => {
  it('tells all that the retrieval of a model gives', async () => {
    const found = {
      codeStatus: 0,
      message: 'done',
      modelUrl: 'http://service.test/m.glb?s=1',
      imageUrl: 'http://service.test/m.png?s=1',
      prompts: 'a dragon',
      createdAt: '2026-11-22T10:00:00Z',
      sourcePage: 'text-to-3d',
    };
    const { codeStatus: _codeStatus, modelUrl: url, ...others } = found;
    expect(await asked({ retrieveModel: found })).toMatchObject({
      kind: 'model',
      status: 'completed',
      url,
      ...others,
    });
  });

  it('names states that the specification does not know', async () => {
    const data = { uuid: UUID, status: 'succeeded', resultType: 'image', resultUrl: null };
    expect(await asked({ queryGenerationResult: { success: true, data } })).toMatchObject({
      kind: 'image',
      status: 'state `succeeded`, which is not in the specification',
    });
    expect(await asked({ retrieveModel: { codeStatus: 2, message: '' } })).toMatchObject({
      kind: 'model',
      status: 'codeStatus 2, which is not in the specification',
    });
  });

  it('knows nothing of a UUID that no query knows', async () => {
    expect(await asked({})).toMatchObject({ kind: null, status: 'unknown', message: 'none' });
  });
});

describe('knownJobs', () => {
  const MAP = { roles: ['normal'], width: 8, height: 8, format: 'uastc', gpuBytes: 80 };
  const asset = { name: 'team', kind: 'chibi', source: { members: ['ann', 'bob'] } };
  const locked = {
    variants: [
      { uuid: '', failed: true, reason: 'no face' },
      { uuid: 'u-2', digest: 'd', bytes: 1 },
    ],
    outputs: {
      'team/bob.usdz': { meta: { scaleNumber: 3 } },
      'team/bob.glb': { meta: { gpuBytes: 1_200_000, drawCalls: 2, maps: [MAP] } },
    },
  };
  const inspection = (source: object): Inspection =>
    ({
      plan: { assets: [{ asset, source, reason: 'new' }] },
      lock: { assets: {} },
      standIns: new Map(),
    }) as unknown as Inspection;

  it('has the figures of a batch, with what the service said of those that failed', () => {
    const jobs = knownJobs(inspection({ type: 'locked', locked }), 'team');
    expect(jobs).toEqual([
      {
        uuid: '',
        what: 'figure "ann"',
        reason: 'no face',
        standIn: null,
        scales: { 'team/bob.usdz': 3 },
        models: { 'team/bob.glb': { gpuBytes: 1_200_000, drawCalls: 2, textures: [MAP] } },
      },
      { uuid: 'u-2', what: 'figure "bob"', reason: null, standIn: null, scales: {}, models: {} },
    ]);
  });

  it('has what is paid for and on its way', () => {
    const journal = { status: 'accepted', uuids: ['u-1'], points: 20 };
    const jobs = knownJobs(inspection({ type: 'create', journal }), 'team');
    expect(jobs).toMatchObject([{ uuid: 'u-1', what: 'job 1' }]);
  });

  it('has what an answer that nobody could read may have named', () => {
    const journal = { status: 'ambiguous', asset: 'team', ids: ['u-1'] };
    const jobs = knownJobs(inspection({ type: 'create', journal }), 'team');
    expect(jobs).toMatchObject([{ uuid: 'u-1', what: 'perhaps its job' }]);
  });

  it('tells of an asset without a job, and of the nearest name', () => {
    const none = inspection({ type: 'create', journal: { status: 'none' } });
    expect(() => knownJobs(none, 'team')).toThrow('team has no job: new');
    expect(() => knownJobs(none, 'taem')).toThrow('no asset and no UUID "taem"');
    expect(knownJobs(none, 'job-17')).toMatchObject([{ uuid: 'job-17', what: '' }]);
  });
});
