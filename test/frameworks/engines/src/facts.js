/** What a test reads of each page. */
export async function run(work) {
  try {
    globalThis.result = await work();
  } catch (error) {
    globalThis.failed = `${error?.stack ?? error}`;
    throw error;
  }
}

/** What every engine's models have in common, said of one that has three levels. */
export async function commonFacts(load, preload, options) {
  const progress = [];
  await preload({ ...options, onProgress: (each) => progress.push(each) });
  const signal = AbortSignal.abort(new Error('stopped'));
  const aborted = await load({ ...options, signal }).catch((error) => error.message);
  const last = progress.at(-1);
  return { aborted, isWhole: last.loaded === last.total && last.total > 0 };
}
