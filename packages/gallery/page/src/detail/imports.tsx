import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AssetMessage } from '../../../src/shared/messages.ts';
import { Icon } from '../icons.tsx';

/** Lines to copy into a source. */
export function Imports({ asset }: { readonly asset: AssetMessage }): VNode {
  return (
    <section>
      <h2>Import</h2>
      <ul class="imports">
        {asset.imports.map(([what, line]) => (
          <li key={what}>
            <code title={what}>{line}</code>
            <Copy text={line} what={what} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How long a click is confirmed. Unit: milliseconds. */
const CONFIRMED_MS = 1500;

function Copy({ text, what }: { readonly text: string; readonly what: string }): VNode {
  const [copied, setCopied] = useState(false);
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={`Copy the import of ${what}`}
      onClick={() => {
        void navigator.clipboard.writeText(text).then(() => {
          setCopied(true);
          setTimeout(() => setCopied(false), CONFIRMED_MS);
          return undefined;
        });
      }}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      <span class="unseen" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  );
}
