import { isAssetgenError } from '@assetgen/client/errors';
import type { Client } from '@assetgen/client';
import { noServiceHint } from '@assetgen/core';
import type { ProjectTools, ResolvedConfig } from '@assetgen/core';
import type { Finding } from './finding.ts';
import { fail, failed, good, reasonOf, warn } from './finding.ts';

/** A clock that is off by more makes signed URLs fail. Unit: milliseconds. */
const MOST_SKEW_MS = 60_000;
const DEADLINE_MS = 5_000;

/** The key, both groups of the service, and this machine's clock against the service's. */
export async function checkService(project: ProjectTools, signal: AbortSignal): Promise<Finding[]> {
  const config = await project.config().catch(() => null);
  if (config === null) return [];
  const target = config.service;
  if (target.type === 'local') return [good('service', 'the embedded local service')];
  if (target.type === 'none') {
    const fails = config.key !== null && config.mode === 'generate';
    return [
      fails
        ? fail('service', 'none is set, but a key: builds fail', noServiceHint())
        : warn('service', 'none is set: builds make free drafts', noServiceHint()),
    ];
  }
  const findings = [checkKey(config)];
  if (config.key !== null) {
    const held = await checkTrust(project);
    // Nothing is asked of a place that the key may not go to.
    if (held !== null) return [...findings, held];
  }
  const urls = [...new Set([target.baseUrl, target.apiUrl])];
  for (const url of urls) findings.push(...(await checkUrl(url)));
  // A service that cannot be reached reports nothing else.
  if (config.key === null || findings.some(({ level }) => level === 'fail')) return findings;
  const client = await (await project.runtime()).client();
  findings.push(await checkPoints(client, signal), await checkModels(client, signal));
  return findings;
}

/** Why the key would not be sent; null where it would. */
async function checkTrust(project: ProjectTools): Promise<Finding | null> {
  try {
    await (await project.runtime()).trust.checkService();
    return null;
  } catch (error) {
    if (isAssetgenError(error)) return failed('trust', error);
    throw error;
  }
}

function checkKey(config: ResolvedConfig): Finding {
  if (config.key !== null) return good('key', 'ASSETGEN_API_KEY is set');
  return fail('key', 'none', 'Set ASSETGEN_API_KEY.');
}

/** Whether anything answers there, without the key; and what time it says it is. */
async function checkUrl(url: string): Promise<Finding[]> {
  const { origin } = new URL(url);
  const started = Date.now();
  try {
    const date = await askDate(url);
    const took = Date.now() - started;
    const findings = [good('reachable', `${origin} answers in ${took} ms`)];
    const skew = Number.isNaN(date) ? 0 : Math.abs(started + took / 2 - date);
    if (skew > MOST_SKEW_MS) {
      const found = `${Math.round(skew / 1000)} s off the service's`;
      findings.push(warn('clock', found, 'Set the clock: signed URLs expire by it.'));
    } else if (!Number.isNaN(date)) findings.push(good('clock', "agrees with the service's"));
    return findings;
  } catch (error) {
    // One of several addresses stands for all.
    const reason: unknown = error instanceof AggregateError ? error.errors[0] : error;
    const { cause } = reason as Error;
    const inner = cause instanceof Error ? `: ${reasonOf(cause)}` : '';
    const hint = 'Check the URL, and any proxy or firewall in between.';
    return [fail('reachable', `${origin}: ${reasonOf(reason)}${inner}`, hint)];
  }
}

/** As all requests go: through a proxy, where the environment names one. @returns NaN where no time is told */
async function askDate(url: string): Promise<number> {
  const { sockets } = await import('@assetgen/client/sockets');
  const connect = sockets.connectThrough({ timeout: DEADLINE_MS }, process.env);
  const agent = new sockets.Agent({ connect });
  try {
    const { origin, pathname, search } = new URL(url);
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const path = `${pathname}${search}`;
    const { headers, body } = await agent.request({ origin, path, method: 'GET', signal });
    await body.dump();
    return Date.parse(String(headers['date'] ?? ''));
  } finally {
    await agent.destroy();
  }
}

async function checkPoints(client: Client, signal: AbortSignal): Promise<Finding> {
  try {
    const { total_points: points } = await client.queryPointsInfo({ signal, attempts: 1 });
    if (points > 0) return good('points', `${points}`);
    return warn('points', '0', 'Nothing can be generated until points are added.');
  } catch (error) {
    const refused = isAssetgenError(error) && error.code === 'ASSETGEN_AUTH';
    const hint = refused
      ? 'Check the key: the points query refused it.'
      : 'Check that ASSETGEN_API_URL is the address of the service.';
    return fail('points', reasonOf(error), hint);
  }
}

async function checkModels(client: Client, signal: AbortSignal): Promise<Finding> {
  try {
    const models = await client.listModels({ signal, attempts: 1 });
    return good('models', `${models.length} listed`);
  } catch (error) {
    return warn('models', reasonOf(error), 'Images by model id (group V1) need this list.');
  }
}
