/** Names by which web servers and hosts take settings from the files that they serve. */
const SETTINGS = new Set([
  '_headers',
  '_redirects',
  '_routes.json',
  '_worker.js',
  'cname',
  'web.config',
]);

/** What a browser or a server runs, or reads as more than a picture, a model or a film. */
const ACTED_ON =
  /\.(?:html?|xhtml|shtml|php\d?|phtml|phar|aspx?|ashx|jspx?|cgi|pl|py|rb|sh|bat|cmd|exe|dll|so|[cm]?js|jsx|[cm]?ts|tsx|css|json|xml|xslt?|svgz?|wasm|map|toml|ya?ml|ini|conf|config|env|htaccess|htpasswd|webmanifest|appcache)$/i;

const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * What is wrong with the stable path of an output; null where nothing is. Outputs are pictures, models
 * and films, so a name that git, a web server or a browser would act on is never one that is meant.
 */
export function checkPublicPath(value: string): string | null {
  const segments = value.split('/');
  const expected = 'expected a relative URL path such as "models/dragon.glb"';
  const found = `found ${JSON.stringify(value)}`;
  if (!segments.every((part) => /^[\w.@-]+$/.test(part) && !/^\.+$/.test(part))) {
    return `${expected}, ${found}`;
  }
  // Files that sites publish about themselves stand in this one folder.
  const hidden = segments.find((part) => part.startsWith('.') && part !== '.well-known');
  if (hidden !== undefined) return `${expected}; "${hidden}" is hidden, ${found}`;
  const device = segments.find((part) => DEVICE.test(part) || part.endsWith('.'));
  if (device !== undefined) return `${expected}; "${device}" is not a valid file name on Windows`;
  const file = segments.at(-1) ?? '';
  if (SETTINGS.has(file.toLowerCase()) || ACTED_ON.test(file)) {
    return `${expected}; a web server or a browser acts on "${file}"`;
  }
  return null;
}
