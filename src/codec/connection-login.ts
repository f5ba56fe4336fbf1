// Logins that authenticate a connection instead of a request: NTLM and Negotiate (MS-NTHT, RFC 4559). The server
// attributes later requests on the connection to the same user, so it must never carry a request of another client.
import type { FlatFields } from './flat-fields.ts';

/** The fields that carry credentials or challenges, in lower case. */
const FIELDS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'www-authenticate',
  'proxy-authenticate',
]);

/** A scheme, at the beginning of credentials or of one of several challenges; Kerberos is the Negotiate of old servers. */
const SCHEME = /(?:^|,)[ \t]*(?:ntlm|negotiate|kerberos)(?=[ \t,]|$)/i;

/** Returns true for credentials or challenges that include one for the connection. */
export function isConnectionLogin(value: string): boolean {
  return SCHEME.test(value);
}

/** Returns true when a field carries such credentials or challenges. */
export function hasConnectionLogin(fields: FlatFields): boolean {
  for (let at = 0; at < fields.length; at += 2)
    if (FIELDS.has(fields[at] ?? '') && isConnectionLogin(fields[at + 1] ?? '')) return true;
  return false;
}
