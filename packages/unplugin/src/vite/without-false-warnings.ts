/** What is used of Vite's logger. */
interface Logger<Options> {
  warnOnce(message: string, options?: Options): void;
}

/**
 * Vite warns of each URL behind a CSS `@import` that it stays as it is. Ours do not, and a build
 * that has one fails.
 *
 * @returns a logger that does not pass those on
 */
export function withoutFalseWarnings<Options, Given extends Logger<Options>>(
  logger: Given,
  prefix: string,
): Given {
  const warnOnce = (message: string, options?: Options): void => {
    const about = /^\s*(\S+) referenced in .* didn't resolve at build time/s.exec(message)?.[1];
    if (about?.includes(`${prefix}/`) !== true) logger.warnOnce(message, options);
  };
  return Object.create(logger, { warnOnce: { value: warnOnce } }) as Given;
}
