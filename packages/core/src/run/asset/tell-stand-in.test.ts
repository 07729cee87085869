import { expect, it } from 'vitest';
import type { Asset } from '../../manifest/manifest.ts';
import type { BuildContext } from '../build-context.ts';
import type { StandIn } from '../report/stand-in.ts';
import type { ProjectEvent } from '../report/project-event.ts';
import { tellStandIn } from './tell-stand-in.ts';

async function told(standIn?: () => Promise<StandIn | null>): Promise<readonly ProjectEvent[]> {
  const events: ProjectEvent[] = [];
  const options = { onEvent: (event: ProjectEvent) => void events.push(event) };
  const context = { ports: { standIn }, options } as unknown as BuildContext;
  await tellStandIn({ name: 'props/skull' } as Asset, context);
  return events;
}

it.each([
  [['skull'], [], 'does not know `skull`: a stand-in'],
  [['flux', 'capacitor'], ['red'], 'does not know `flux`, `capacitor`: a stand-in (it knows: red)'],
])('tells once of what it does not know: %j, %j', async (unknown, known, text) => {
  expect(await told(async () => ({ unknown, known }))).toEqual([
    {
      type: 'warning',
      code: 'ASSETGEN_STAND_IN',
      asset: 'props/skull',
      message: `props/skull: the embedded service ${text}`,
      once: true,
    },
  ]);
});

it('is silent where it is understood, and where nobody can tell', async () => {
  expect(await told(async () => null)).toEqual([]);
  expect(await told()).toEqual([]);
});
