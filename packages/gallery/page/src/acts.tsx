import type { ComponentChildren, VNode } from 'preact';
import { isCopy } from './addresses.ts';

/** Around everything that changes or buys something: a static copy does not have it. */
export function Acts({ children }: { readonly children: ComponentChildren }): VNode | null {
  return isCopy() ? null : <>{children}</>;
}
