/** Code of a component, which holds state. */
const COMPONENT = /[^/]~(?:react|r3f)$/;

/**
 * The code of an object import for a bundler of React's server components: a component says that it is
 * of the browser, where alone it can have state. The first line stays, as it says who wrote the code.
 */
export function clientComponent(asset: string, code: string): string {
  return COMPONENT.test(asset) ? code.replace('\n', "\n'use client';\n") : code;
}
