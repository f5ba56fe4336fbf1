// Host patterns, as written on the command line and in settings.
import { isIPv6 } from 'node:net';

/**
 * Parses a host name or an IP address in which `*` stands for any run of characters and `?` for one. Returns it in
 * lower case, without brackets around IPv6; null for anything that cannot be a host, such as a URL, a host with a
 * port, or `999.1.1.1`.
 */
export function readHostPattern(text: string): string | null {
  const pattern = text.trim().toLowerCase();
  const bare = pattern.replace(/^\[(.*)\]$/, '$1');
  const isHost = bare !== pattern || bare.includes(':') ? isIPv6Pattern(bare) : isNamePattern(bare);
  return isHost ? bare : null;
}

function isNamePattern(pattern: string): boolean {
  if (!/^[^\s/:@[\]\\#,;]+$/.test(pattern)) return false;
  // A host whose last label is a number is an IPv4 address or invalid (URL Standard, section 3.5).
  const looksLikeAddress = /(?:^|\.)\d+\.?$/.test(pattern) && !/[*?]/.test(pattern);
  return !looksLikeAddress || URL.canParse(`http://${pattern}/`);
}

function isIPv6Pattern(pattern: string): boolean {
  if (!/[*?]/.test(pattern)) return isIPv6(pattern);
  // With a single colon before a number, `*:80` is a host with a port.
  const hasGroups = /:.*:|:[*?]/.test(pattern);
  return hasGroups && /^[0-9a-f:*?]*(?::[0-9.*?]*)?$/.test(pattern);
}
