import type { ProjectEvent } from '@assetgen/core';
import { expect, it } from 'vitest';
import { tellOneRun } from './one-run.ts';

it('tells what is generated behind a page as one run, whatever runs in front meanwhile', () => {
  const heard: ProjectEvent[] = [];
  const { front, back } = tellOneRun((event) => heard.push(event));
  const start = (mode: 'draft' | 'generate'): ProjectEvent => ({ type: 'run-start', mode });
  const end: ProjectEvent = { type: 'run-end', report: null };
  const warning: ProjectEvent = { type: 'warning', code: 'ASSETGEN_DRAFTS', message: 'drafts' };
  front(start('draft'));
  back(start('generate'));
  front(end);
  front(start('draft'));
  front(warning);
  front(end);
  back(end);
  front(start('draft'));
  expect(heard).toEqual([start('draft'), start('generate'), warning, end, start('draft')]);
});
