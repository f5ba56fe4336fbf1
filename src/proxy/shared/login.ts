// The check of an account that clients of the proxy give.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Login } from '../../codec/socks/server.ts';

export interface Account {
  /** Both empty: no authentication. */
  readonly username: string;
  readonly password: string;
}

/** Returns the check of an account; null without authentication. */
export function accountLogin({ username, password }: Account): Login | null {
  if (username === '' && password === '') return null;
  const [name, secret] = [digest(Buffer.from(username)), digest(Buffer.from(password))];
  return (givenName, givenSecret) => {
    // Both are compared in constant time.
    const isName = timingSafeEqual(digest(givenName), name);
    const isSecret = timingSafeEqual(digest(givenSecret), secret);
    return isName && isSecret;
  };
}

export function isSameAccount(one: Account, other: Account): boolean {
  return one.username === other.username && one.password === other.password;
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

const BASIC = /^proxy-authorization:[ \t]*basic[ \t]+([\w+/]+=*)[ \t]*\r$/im;

/** Returns true when a head has the account in Proxy-Authorization, as Basic (RFC 7617). */
export function isLoggedIn(head: string, login: Login): boolean {
  const [, encoded] = BASIC.exec(head) ?? [];
  if (encoded === undefined) return false;
  const account = Buffer.from(encoded, 'base64');
  const colon = account.indexOf(':');
  return colon >= 0 && login(account.subarray(0, colon), account.subarray(colon + 1));
}
