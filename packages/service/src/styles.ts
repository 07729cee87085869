/** Style tags of chibi figures that are configured unless the options say otherwise. */
export const STYLES = ['chibi', 'toy', 'clay', 'plush', 'pixel'] as const;
