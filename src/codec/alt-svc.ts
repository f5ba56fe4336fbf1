// Alt-Svc (RFC 7838): alternative services of a server. Entries for HTTP/3 are removed, because a TCP proxy cannot
// follow them.

/**
 * Removes the entries for HTTP/3 (`h3` and the drafts `h3-29`…) and keeps the others unchanged; null when none is
 * left.
 */
export function withoutHttp3(value: string): string | null {
  // `clear` and most values name no h3 at all.
  if (!/h3|h%|%68/i.test(value)) return value;
  const entries = (value.match(ENTRIES) ?? []).map((entry) => entry.trim()).filter((entry) => entry !== '');
  const remaining = entries.filter((entry) => !isHttp3(entry));
  if (remaining.length === entries.length) return value;
  return remaining.length === 0 ? null : remaining.join(', ');
}

/** Entries between commas; commas inside quotes do not count, and an unclosed quote runs to the end. */
const ENTRIES = /(?:[^",]|"(?:[^"\\]|\\[^])*(?:"|\\?$))+/g;

function isHttp3(entry: string): boolean {
  const protocol = entry.slice(0, !entry.includes('=') ? entry.length : entry.indexOf('=')).trim();
  return /^h3(?:-|$)/i.test(protocol.replace(/%([\da-f]{2})/gi, unescaped));
}

/**
 * Decodes the name of a protocol, in which characters that are not of a token are percent-encoded (section 3), and
 * others may be.
 */
function unescaped(_match: string, hex: string): string {
  return String.fromCharCode(parseInt(hex, 16));
}
