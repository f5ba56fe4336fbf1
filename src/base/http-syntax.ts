// HTTP syntax that many rooms use (RFC 9110), declared once.

/** The characters of a token (RFC 9110 section 5.6.2), for use inside a character class. */
export const TOKEN_CHARS = "!#$%&'*+\\-.^_`|~0-9A-Za-z";

/** A whole token, such as a method or the name of a header. */
export const TOKEN = new RegExp(`^[${TOKEN_CHARS}]+$`);

/** Returns true for a valid header name or method. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Returns a table by char code, 0 to 255, that holds 1 for the characters of a class. */
export function charTable(holds: (code: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => (holds(code) ? 1 : 0));
}

/**
 * Removes surrounding spaces and tabs, the only white space around a value (RFC 9110 section 5.5). String.trim would
 * also remove 0xA0.
 */
export function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text.charCodeAt(from))) from += 1;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** Returns true when a comma-separated list, such as that of Connection, contains an option. */
export function hasOption(connection: string, option: string): boolean {
  if (connection === option) return true;
  if (!connection.includes(option)) return false;
  return connection.split(',').some((part) => trimmed(part) === option);
}
