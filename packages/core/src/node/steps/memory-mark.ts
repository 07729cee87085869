/**
 * What a worker writes before it ends itself for want of a smaller source, with the bytes that it
 * had and those that it may have.
 */
export const MEMORY_MARK = 'assetgen: memory of a worker: ';
