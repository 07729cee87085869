/** Of every zip entry, so that the same files are the same bytes: the first day that the format knows. */
export const ZIP_TIME: Date = new Date(1980, 0, 1);
