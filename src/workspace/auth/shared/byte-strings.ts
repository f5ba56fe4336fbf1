// Texts that hold one char per byte, and how they are percent-encoded in what is signed.

/** As UTF-8. */
export function toByteString(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Everything save what RFC 3986 section 2.3 calls unreserved. */
export function percentEncode(bytes: string): string {
  return bytes.replace(
    /[^\w.~-]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** What is no escape stays as it is. */
export function percentDecode(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

export function formDecode(text: string): string {
  return percentDecode(text.replaceAll('+', ' '));
}

/** Of a form or a query: names and values, decoded. */
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

/** By their bytes. */
export function compareBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
