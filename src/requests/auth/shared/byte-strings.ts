// Strings with one char per byte, and their percent-encoding for signatures.

/** Encodes text as UTF-8. */
export function toByteString(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Encodes everything except the unreserved characters of RFC 3986 section 2.3. */
export function percentEncode(bytes: string): string {
  return bytes.replace(
    /[^\w.~-]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** Decodes percent escapes. Invalid escapes stay as they are. */
export function percentDecode(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

export function formDecode(text: string): string {
  return percentDecode(text.replaceAll('+', ' '));
}

/** Parses a form or a query into decoded names and values. */
export function parseForm(form: string): (readonly [name: string, value: string])[] {
  return form
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      return equals < 0
        ? [formDecode(part), '']
        : [formDecode(part.slice(0, equals)), formDecode(part.slice(equals + 1))];
    });
}

/** Compares byte by byte, for sorting. */
export function compareBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
