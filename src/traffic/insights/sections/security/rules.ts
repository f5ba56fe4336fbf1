// The rules for each response: headers and cookies that protect users. Each says why it matters and what to
// do.
import type { Flow } from '../../../../flow/flow.ts';
import { isSessionCookie } from '../../../../secrets/names/names.ts';
import type { Severity } from '../../../../secrets/forms/contract.ts';
import { isLoopback } from '../../../transport.ts';
import { fieldText, type Fields } from './field-values.ts';

/** A response, with properties that several rules need. */
export interface ObservedResponse {
  readonly flow: Flow;
  readonly fields: Fields;
  readonly cookies: readonly SetCookie[];
}

export interface SecurityRule {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  /** Returns what was found, such as names of cookies; empty texts for findings without a name. */
  readonly find: (response: ObservedResponse) => readonly string[];
}

export interface SetCookie {
  readonly name: string;
  /** In lower case, such as `secure` and `samesite=lax`. */
  readonly attributes: readonly string[];
}

/** Returns the cookies that identify a user and are not deleted; others need no protection. */
export function sessionCookies(fields: Fields): readonly SetCookie[] {
  const lines = fieldText(fields, 'set-cookie');
  return lines === '' ? [] : lines.split('\n').flatMap(sessionCookie);
}

function sessionCookie(cookie: string): readonly SetCookie[] {
  const [pair = '', ...rest] = cookie.split(';').map((part) => part.trim());
  const attributes = rest.map((attribute) => attribute.toLowerCase().replace(/\s*=\s*/, '='));
  const at = pair.indexOf('=');
  const own = pair.slice(0, Math.max(0, at)).slice(0, 200);
  const isDeleted = pair.slice(at + 1) === '' || attributes.some(isPast);
  return isDeleted || !isSessionCookie(own) ? [] : [{ name: own, attributes }];
}

function isPast(attribute: string): boolean {
  if (/^max-age=(?:0|-\d+)$/.test(attribute)) return true;
  const date = /^expires=(.+)$/.exec(attribute)?.[1];
  return date !== undefined && Date.parse(date) < Date.UTC(2000, 0, 1);
}

export function hasAttribute({ attributes }: SetCookie, name: string): boolean {
  return attributes.some((each) => each === name || each.startsWith(`${name}=`));
}

function cookiesWithout(attribute: string): SecurityRule['find'] {
  return ({ flow, cookies }) =>
    attribute === 'secure' && isLoopback(flow.target.host)
      ? []
      : cookies.filter((cookie) => !hasAttribute(cookie, attribute)).map(({ name }) => name);
}

const when = (isFound: boolean): readonly string[] => (isFound ? [''] : []);

export const RULES: readonly SecurityRule[] = [
  {
    id: 'cookie-secure',
    severity: 'medium',
    title: 'Session cookie without Secure',
    why: 'A browser sends it over plain HTTP too, where anybody on the way can read it.',
    fix: 'Add Secure to Set-Cookie.',
    find: cookiesWithout('secure'),
  },
  {
    id: 'cookie-http-only',
    severity: 'medium',
    title: 'Session cookie without HttpOnly',
    why: 'A script that was injected into a page can read it and send it away.',
    fix: 'Add HttpOnly to Set-Cookie, unless scripts of the page need its value.',
    find: cookiesWithout('httponly'),
  },
  {
    id: 'cookie-same-site',
    severity: 'low',
    title: 'Session cookie without SameSite',
    why: 'Browsers differ in whether they send it with requests that other sites make.',
    fix: 'Add SameSite=Lax or SameSite=Strict to Set-Cookie.',
    find: cookiesWithout('samesite'),
  },
  {
    id: 'cookie-same-site-none',
    severity: 'medium',
    title: 'SameSite=None without Secure',
    why: 'Browsers reject such a cookie, so the session is lost.',
    fix: 'Add Secure, or another SameSite.',
    find: ({ cookies }) =>
      cookies
        .filter((cookie) => cookie.attributes.includes('samesite=none') && !hasAttribute(cookie, 'secure'))
        .map(({ name }) => name),
  },
  {
    id: 'csp-missing',
    severity: 'low',
    title: 'Page without Content-Security-Policy',
    why: 'Scripts that were injected into the page run.',
    fix: "Send Content-Security-Policy, such as default-src 'self', first as Content-Security-Policy-Report-Only.",
    find: (response) => when(isPage(response) && policyOf(response) === ''),
  },
  {
    id: 'csp-weak',
    severity: 'medium',
    title: 'Content-Security-Policy that allows injected scripts',
    why: 'The policy is there, but its script-src lets scripts run that an attacker can place.',
    fix: "Use nonces or hashes instead of 'unsafe-inline', and hosts instead of *, https: or data:.",
    find: (response) => (isPage(response) ? weakSources(policyOf(response)) : []),
  },
  {
    id: 'cors-any-with-credentials',
    severity: 'medium',
    title: 'Access-Control-Allow-Origin: * with credentials',
    why: 'Browsers refuse the combination; a server that was made to accept it in another way opens itself to every site.',
    fix: 'Name the origins that may read the response, or leave Access-Control-Allow-Credentials out.',
    find: ({ fields }) =>
      when(allowsCredentials(fields) && fieldText(fields, 'access-control-allow-origin') === '*'),
  },
  {
    id: 'cors-null-origin',
    severity: 'high',
    title: 'Access-Control-Allow-Origin: null with credentials',
    why: 'Every site can send requests with the origin null, from a sandboxed frame, and read the response as the user.',
    fix: 'Name the origins that may read the response.',
    find: ({ fields }) =>
      when(allowsCredentials(fields) && fieldText(fields, 'access-control-allow-origin') === 'null'),
  },
  {
    id: 'hsts-missing',
    severity: 'low',
    title: 'Page without Strict-Transport-Security',
    why: 'The first request of a browser may go unencrypted, and be redirected by an attacker.',
    fix: 'Send Strict-Transport-Security: max-age=31536000; includeSubDomains.',
    find: (response) =>
      when(
        isPage(response) &&
          response.flow.target.scheme === 'https' &&
          !isLoopback(response.flow.target.host) &&
          fieldText(response.fields, 'strict-transport-security') === '',
      ),
  },
  {
    id: 'private-cached',
    severity: 'medium',
    title: 'Private answer that caches may share',
    why: 'The request was authorized, and Cache-Control lets a cache give the response to other users.',
    fix: 'Send Cache-Control: private or no-store, or Vary: Authorization, Cookie.',
    find: (response) => when(isShared(response)),
  },
];

function isPage({ flow, fields }: ObservedResponse): boolean {
  return flow.status < 300 && /^\s*text\/html\b/i.test(fieldText(fields, 'content-type'));
}

function policyOf({ fields }: ObservedResponse): string {
  return fieldText(fields, 'content-security-policy');
}

/** Returns the script sources that offer no protection. */
export function weakSources(policy: string): readonly string[] {
  if (policy === '') return [];
  const directives = policy.split(/[;,]/).map((each) => each.trim().split(/\s+/));
  const named = (name: string): readonly string[] | undefined =>
    directives.find(([first = '']) => first.toLowerCase() === name)?.slice(1);
  const sources = named('script-src-elem') ?? named('script-src') ?? named('default-src');
  if (sources === undefined) return ['no script-src'];
  const isStrict = sources.some((source) => /^'(?:nonce-|sha\d)/i.test(source));
  const isDynamic = sources.some((source) => /^'strict-dynamic'$/i.test(source));
  return sources.filter((source) => {
    // Nonces and hashes make browsers ignore 'unsafe-inline'; 'strict-dynamic' makes them ignore the hosts.
    if (/^'unsafe-inline'$/i.test(source)) return !isStrict;
    return !isDynamic && /^(?:\*|https?:|data:|\*:\/\/\*)$/i.test(source);
  });
}

export function allowsCredentials(fields: Fields): boolean {
  return fieldText(fields, 'access-control-allow-credentials').toLowerCase() === 'true';
}

function isShared({ flow: { request, status }, fields, cookies }: ObservedResponse): boolean {
  if (request === null || status !== 200) return false;
  const caching = fieldText(fields, 'cache-control').toLowerCase();
  const isPublic =
    /\bpublic\b|\bs-maxage\s*=\s*"?[1-9]/.test(caching) && !/\b(?:private|no-store)\b/.test(caching);
  if (!isPublic || /\*|authorization|cookie/i.test(fieldText(fields, 'vary'))) return false;
  return cookies.length > 0 || request.header('authorization') !== undefined;
}
