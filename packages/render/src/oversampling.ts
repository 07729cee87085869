/** Samples a side of every pixel. */
export const OVERSAMPLING = 2;
