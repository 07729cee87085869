/**
 * A texture of fewer pixels, 64 × 64, may be a palette: each pixel is the colour of some part, and what an encoder
 * takes from its neighbours is seen on all of that part. It is kept as it is, and takes few bytes all the same.
 */
export const FEW_PIXELS = 4096;
