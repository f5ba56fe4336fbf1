// Alt-Svc (RFC 7838): where else a server can be reached. HTTP/3 among it is what a proxy for TCP cannot follow.

/**
 * The value without its entries for HTTP/3 (`h3` and the drafts `h3-29`…): null when none is left, the same text when
 * there was none. Other entries stay as they were written.
 */
export function withoutHttp3(value: string): string | null {
  // `clear` and most values name no h3 at all.
  if (!/h3|h%|%68/i.test(value)) return value;
  const entries = (value.match(ENTRIES) ?? []).map((entry) => entry.trim()).filter((entry) => entry !== '');
  const kept = entries.filter((entry) => !isHttp3(entry));
  if (kept.length === entries.length) return value;
  return kept.length === 0 ? null : kept.join(', ');
}

/** Between commas, of which those inside quotes are none; a quote that does not close runs to the end. */
const ENTRIES = /(?:[^",]|"(?:[^"\\]|\\[^])*(?:"|\\?$))+/g;

function isHttp3(entry: string): boolean {
  const protocol = entry.slice(0, !entry.includes('=') ? entry.length : entry.indexOf('=')).trim();
  return /^h3(?:-|$)/i.test(protocol.replace(/%([\da-f]{2})/gi, unescaped));
}

/** Section 3: what is not a token in the name of a protocol is percent-encoded, and some encode more. */
function unescaped(_match: string, hex: string): string {
  return String.fromCharCode(parseInt(hex, 16));
}
