// `bru.utils`.

/** Removes whitespace outside of texts. Throws when it is not JSON. */
export function minifyJson(json: unknown): string {
  return JSON.stringify(typeof json === 'string' ? JSON.parse(json) : json);
}

/** Removes comments and the whitespace between tags. */
export function minifyXml(xml: unknown): string {
  if (typeof xml !== 'string') throw new TypeError('bru.utils.minifyXml needs a text');
  return xml
    .replace(/<!--[^]*?-->/g, '')
    .replace(/>\s+</g, '><')
    .trim();
}
