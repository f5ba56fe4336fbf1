// Server names in the form of certificates: DNS names in lower-case ASCII, IP addresses as bytes.
import { domainToASCII } from 'node:url';
import { ipBytes } from '../base/ip.ts';

/** A name that a certificate can carry, as text and as the bytes of its subjectAltName entry. */
export interface ServerName {
  readonly type: 'dns' | 'ip';
  readonly text: string;
  readonly bytes: Uint8Array;
}

/**
 * Returns the valid names among `names`, each once, in the order given. Brackets around IPv6, zones and a final dot
 * are removed.
 */
export function serverNames(names: readonly string[]): readonly ServerName[] {
  const serverNames = new Map<string, ServerName>();
  for (const name of names) {
    const usable = ipName(name) ?? dnsName(name);
    if (usable) serverNames.set(usable.text, usable);
  }
  return [...serverNames.values()];
}

function ipName(name: string): ServerName | null {
  const text = name
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/%.*$/, '')
    .toLowerCase();
  const bytes = ipBytes(text);
  return bytes && { type: 'ip', text, bytes };
}

function dnsName(name: string): ServerName | null {
  const text = asciiName(name).toLowerCase().replace(/\.$/, '');
  return text.length <= 253 && LABELS.test(text) ? { type: 'dns', text, bytes: Buffer.from(text) } : null;
}

// A name in ASCII stays as the client knows it: a URL parser would turn `127.1` into an address. In other names the
// parser would ignore a port or a path, so their ASCII characters must be those of host names.
function asciiName(name: string): string {
  return INTERNATIONAL.test(name) ? domainToASCII(name) : name;
}

const INTERNATIONAL = /^[\w.-]*[^\0-\x7f][\w.\x80-\u{10ffff}-]*$/u;

// Letters, digits and hyphens (RFC 1123 section 2.1), and the underscore, which occurs in practice.
const LABELS = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;
