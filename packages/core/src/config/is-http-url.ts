/** What an error says that a URL of the service should be. */
export const HTTP_URL_EXPECTED = 'expected an http(s) URL without query and fragment';

/** Whether a text is an absolute URL of http: or https: that the path of an operation can follow. */
export function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && search === '' && hash === '';
}
