// Texts that hold one char per byte, and how they are percent-encoded in what is signed.

/** As UTF-8. */
export function octetsOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Everything save what RFC 3986 section 2.3 calls unreserved. */
export function encodedOctets(octets: string): string {
  return octets.replace(
    /[^\w.~-]/g,
    (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** What is no escape stays as it is. */
export function decodedOctets(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

export function formDecoded(text: string): string {
  return decodedOctets(text.replaceAll('+', ' '));
}

/** Of a form or a query: names and values, decoded. */
export function formPairs(form: string): (readonly [name: string, value: string])[] {
  return form
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return at < 0
        ? [formDecoded(part), '']
        : [formDecoded(part.slice(0, at)), formDecoded(part.slice(at + 1))];
    });
}

/** By their bytes. */
export function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
