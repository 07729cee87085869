import { CreateError } from './create-error.ts';
import type { Questions } from './questions.ts';

/** Where results come from. */
export type ServiceChoice =
  | { readonly type: 'local' }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'none' };

/**
 * Reads `--service`: `local`, `none`, or the URL of a service.
 * @throws CreateError for anything else
 */
export function parseService(text: string): ServiceChoice {
  if (text === 'local' || text === 'none') return { type: text };
  const problem = urlProblem(text);
  if (problem === undefined) return { type: 'url', url: text };
  throw new CreateError(
    `--service: expected local, none or a URL, found "${text}"`,
    'Try --service local: free, and it needs no account.',
  );
}

/** Asks for the service. */
export async function askService(ask: Questions): Promise<ServiceChoice> {
  const type = await ask.select<ServiceChoice['type']>(
    'Where do the files come from?',
    [
      { value: 'local', label: 'The embedded service', hint: 'free, offline, no account' },
      { value: 'url', label: 'A service of my own or a paid one', hint: 'by its URL and your key' },
      { value: 'none', label: 'Nothing yet', hint: 'free drafts, each marked' },
    ],
    'local',
  );
  if (type !== 'url') return { type };
  return { type, url: await ask.text('Its URL', 'https://your.service.example', urlProblem) };
}

/** The entries of `assetgen.config.json` that say so. The key is never among them. */
export function serviceConfig(choice: ServiceChoice): Readonly<Record<string, string>> {
  if (choice.type === 'local') return { service: 'local' };
  return choice.type === 'url' ? { apiUrl: choice.url } : {};
}

/** What a person has to set before a service of its own gets the key; none for the others. */
export function serviceSteps(choice: ServiceChoice): readonly string[] {
  return choice.type === 'url'
    ? [`export ASSETGEN_API_KEY=…`, `npx assetgen trust ${choice.url}`]
    : [];
}

function urlProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHttp = url !== null && /^https?:$/.test(url.protocol);
  return isHttp && url.username === '' && url.password === ''
    ? undefined
    : 'Expected an http(s) URL without a password.';
}
