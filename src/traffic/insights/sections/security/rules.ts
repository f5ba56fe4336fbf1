// The rules for each response: headers and cookies that protect users. Each says why it matters and what to
// do.
import type { Flow, Message } from '../../../../flow/flow.ts';
import { isSessionCookie } from '../../../../secrets/names.ts';
import type { Severity } from '../../../../secrets/forms/contract.ts';
import { isLoopback } from '../../../transport.ts';
import { utf8 } from '../../../utf8.ts';
import { fieldText } from './field-values.ts';

export interface SecurityRule {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  /** Returns what was found, such as names of cookies; empty texts for findings without a name. */
  readonly find: (flow: Flow, response: Message) => readonly string[];
}

export interface SetCookie {
  readonly name: string;
  /** In lower case, such as `secure` and `samesite=lax`. */
  readonly attributes: readonly string[];
}

/** Returns the cookies that identify a user and are not deleted; others need no protection. */
export function sessionCookies(response: Message): readonly SetCookie[] {
  if (fieldText(response, 'set-cookie') === '') return [];
  return response.headers.flatMap(({ name, value: cookie }) => {
    if (name.toLowerCase() !== 'set-cookie') return [];
    const [pair = '', ...rest] = cookie.split(';').map((part) => part.trim());
    const attributes = rest.map((attribute) => attribute.toLowerCase().replace(/\s*=\s*/, '='));
    const at = pair.indexOf('=');
    const own = utf8(pair.slice(0, Math.max(0, at)).slice(0, 200));
    const isDeleted = pair.slice(at + 1) === '' || attributes.some(isPast);
    return isDeleted || !isSessionCookie(own) ? [] : [{ name: own, attributes }];
  });
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
  return (flow, response) =>
    attribute === 'secure' && isLoopback(flow.target.host)
      ? []
      : sessionCookies(response)
          .filter((cookie) => !hasAttribute(cookie, attribute))
          .map(({ name }) => name);
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
    find: (_flow, response) =>
      sessionCookies(response)
        .filter((cookie) => cookie.attributes.includes('samesite=none') && !hasAttribute(cookie, 'secure'))
        .map(({ name }) => name),
  },
  {
    id: 'csp-missing',
    severity: 'low',
    title: 'Page without Content-Security-Policy',
    why: 'Scripts that were injected into the page run.',
    fix: "Send Content-Security-Policy, such as default-src 'self', first as Content-Security-Policy-Report-Only.",
    find: (flow, response) => when(isPage(flow, response) && policyOf(response) === ''),
  },
  {
    id: 'csp-weak',
    severity: 'medium',
    title: 'Content-Security-Policy that allows injected scripts',
    why: 'The policy is there, but its script-src lets scripts run that an attacker can place.',
    fix: "Use nonces or hashes instead of 'unsafe-inline', and hosts instead of *, https: or data:.",
    find: (flow, response) => (isPage(flow, response) ? weakSources(policyOf(response)) : []),
  },
  {
    id: 'cors-any-with-credentials',
    severity: 'medium',
    title: 'Access-Control-Allow-Origin: * with credentials',
    why: 'Browsers refuse the combination; a server that was made to accept it in another way opens itself to every site.',
    fix: 'Name the origins that may read the response, or leave Access-Control-Allow-Credentials out.',
    find: (_flow, response) =>
      when(allowsCredentials(response) && fieldText(response, 'access-control-allow-origin') === '*'),
  },
  {
    id: 'cors-null-origin',
    severity: 'high',
    title: 'Access-Control-Allow-Origin: null with credentials',
    why: 'Every site can send requests with the origin null, from a sandboxed frame, and read the response as the user.',
    fix: 'Name the origins that may read the response.',
    find: (_flow, response) =>
      when(allowsCredentials(response) && fieldText(response, 'access-control-allow-origin') === 'null'),
  },
  {
    id: 'hsts-missing',
    severity: 'low',
    title: 'Page without Strict-Transport-Security',
    why: 'The first request of a browser may go unencrypted, and be redirected by an attacker.',
    fix: 'Send Strict-Transport-Security: max-age=31536000; includeSubDomains.',
    find: (flow, response) =>
      when(
        isPage(flow, response) &&
          flow.target.scheme === 'https' &&
          !isLoopback(flow.target.host) &&
          fieldText(response, 'strict-transport-security') === '',
      ),
  },
  {
    id: 'private-cached',
    severity: 'medium',
    title: 'Private answer that caches may share',
    why: 'The request was authorized, and Cache-Control lets a cache give the response to other users.',
    fix: 'Send Cache-Control: private or no-store, or Vary: Authorization, Cookie.',
    find: (flow, response) => when(isShared(flow, response)),
  },
];

function isPage({ status }: Flow, response: Message): boolean {
  return status < 300 && /^\s*text\/html\b/i.test(fieldText(response, 'content-type'));
}

function policyOf(response: Message): string {
  return fieldText(response, 'content-security-policy');
}

/** Returns the sources of scripts that protect against nothing. */
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
    // Nonces and hashes make browsers ignore 'unsafe-inline', 'strict-dynamic' the hosts.
    if (/^'unsafe-inline'$/i.test(source)) return !isStrict;
    return !isDynamic && /^(?:\*|https?:|data:|\*:\/\/\*)$/i.test(source);
  });
}

function allowsCredentials(response: Message): boolean {
  return fieldText(response, 'access-control-allow-credentials').toLowerCase() === 'true';
}

function isShared({ request, status }: Flow, response: Message): boolean {
  if (request === null || status !== 200) return false;
  const isPrivate = request.header('authorization') !== undefined || sessionCookies(response).length > 0;
  const caching = fieldText(response, 'cache-control').toLowerCase();
  const isPublic =
    /\bpublic\b|\bs-maxage\s*=\s*"?[1-9]/.test(caching) && !/\b(?:private|no-store)\b/.test(caching);
  return isPrivate && isPublic && !/\*|authorization|cookie/i.test(fieldText(response, 'vary'));
}
