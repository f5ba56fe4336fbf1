// Headers of captured requests that a saved request does not have, because whoever sends it writes its own.
const AUTOMATIC = new Set([
  'host',
  'content-length',
  // Bodies are saved decoded.
  'content-encoding',
  'user-agent',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'pragma',
  'dnt',
  'origin',
  'referer',
  'priority',
  'te',
  'upgrade-insecure-requests',
  'if-none-match',
  'if-modified-since',
  'postman-token',
  'traceparent',
  'tracestate',
]);
/** Headers of a connection, not of a request (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = /^(?:connection|keep-alive|proxy-.*|trailer|transfer-encoding|upgrade|http2-settings)$/;
const OF_BROWSERS = /^(?:sec-.*|x-requested-with)$/;

/** `name`: in any case. */
export function isLeftOut(name: string): boolean {
  const key = name.toLowerCase();
  return AUTOMATIC.has(key) || HOP_BY_HOP.test(key) || OF_BROWSERS.test(key);
}
