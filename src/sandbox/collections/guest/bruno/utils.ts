// `bru.utils`.

/** Removes whitespace outside of texts, and keeps numbers as they are written. Throws when it is not JSON. */
export function minifyJson(json: unknown): string {
  if (typeof json !== 'string') return JSON.stringify(json);
  JSON.parse(json);
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

/** Removes comments and the whitespace between tags. */
export function minifyXml(xml: unknown): string {
  if (typeof xml !== 'string') throw new TypeError('bru.utils.minifyXml needs a text');
  return xml
    .replace(/<!--[^]*?-->/g, '')
    .replace(/>\s+</g, '><')
    .trim();
}
