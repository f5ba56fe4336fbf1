// How well hosts protect those who use them: the headers of their pages, their cookies, their TLS, and what they load
// unencrypted.
import type { Flow, Message } from '../../flow/flow.ts';
import { grouped, siteOf, utf8 } from './figures.ts';

export type Grade = 'A' | 'B' | 'C' | 'D' | 'E' | 'F';

export interface HostSecurity {
  readonly host: string;
  readonly grade: Grade;
  /** Why it is not better; sentences. */
  readonly reasons: readonly string[];
  readonly cookies: readonly CookieProblem[];
  /** Of the latest connection; absent where it was not encrypted, or not decrypted. */
  readonly tls?: { readonly version: string; readonly cipher: string; readonly isWeak: boolean };
}

export interface CookieProblem {
  readonly name: string;
  /** Such as `no Secure`. */
  readonly problems: readonly string[];
  /** Where it was set. */
  readonly id: number;
}

export interface MixedContent {
  /** The encrypted page. */
  readonly page: string;
  /** What was loaded for it unencrypted. */
  readonly url: string;
  readonly id: number;
}

export interface TrafficSecurity {
  /** The worst first. */
  readonly hosts: readonly HostSecurity[];
  readonly mixedContent: readonly MixedContent[];
}

export function securityOf(flows: readonly Flow[], limit: number): TrafficSecurity {
  const answered = flows.filter(({ response, status }) => response !== null && status >= 200);
  const hosts = [...grouped(answered, siteOf)].map(([host, group]) => hostSecurity(host, group));
  return {
    hosts: hosts.sort((a, b) => b.grade.localeCompare(a.grade)).slice(0, limit),
    mixedContent: flows.flatMap(mixedContent).slice(0, limit),
  };
}

/** What a check costs where it fails. */
interface Check {
  readonly points: number;
  readonly reason: string;
  /** Whether it matters for what the host sends. */
  readonly applies: (pages: Pages) => boolean;
  readonly holds: (pages: Pages) => boolean;
}

/** What a host has sent. */
interface Pages {
  readonly flows: readonly Flow[];
  readonly html: readonly Flow[];
  readonly isEncrypted: boolean;
}

const CHECKS: readonly Check[] = [
  {
    points: 30,
    reason: 'Requests travel unencrypted, over plain HTTP.',
    applies: () => true,
    holds: ({ isEncrypted, flows }) => isEncrypted || flows.every(isLocal),
  },
  {
    points: 20,
    reason: 'No Strict-Transport-Security: the first request of a browser may go out unencrypted.',
    applies: ({ isEncrypted }) => isEncrypted,
    holds: ({ flows }) => flows.some((flow) => maxAge(flow) > 0),
  },
  {
    points: 10,
    reason: 'Strict-Transport-Security holds for less than half a year.',
    applies: ({ isEncrypted, flows }) => isEncrypted && flows.some((flow) => maxAge(flow) > 0),
    holds: ({ flows }) => flows.some((flow) => maxAge(flow) >= 15_768_000),
  },
  {
    points: 25,
    reason: 'No Content-Security-Policy: scripts that are smuggled into a page run.',
    applies: ({ html }) => html.length > 0,
    holds: ({ html }) => html.every((flow) => has(flow, 'content-security-policy')),
  },
  {
    points: 10,
    reason: "Content-Security-Policy allows 'unsafe-inline' scripts without nonce or hash.",
    applies: ({ html }) => html.some((flow) => has(flow, 'content-security-policy')),
    holds: ({ html }) => !html.some((flow) => allowsInline(value(flow, 'content-security-policy'))),
  },
  {
    points: 15,
    reason: 'No X-Content-Type-Options: nosniff: content may be taken for another type than it is.',
    applies: ({ flows }) => flows.length > 0,
    holds: ({ flows }) =>
      flows.some((flow) => value(flow, 'x-content-type-options').toLowerCase().includes('nosniff')),
  },
  {
    points: 15,
    reason: 'Neither X-Frame-Options nor frame-ancestors: pages can be framed by others.',
    applies: ({ html }) => html.length > 0,
    holds: ({ html }) =>
      html.every(
        (flow) =>
          has(flow, 'x-frame-options') || value(flow, 'content-security-policy').includes('frame-ancestors'),
      ),
  },
  {
    points: 5,
    reason: 'No Referrer-Policy: addresses of pages may be told to other hosts.',
    applies: ({ html }) => html.length > 0,
    holds: ({ html }) => html.every((flow) => has(flow, 'referrer-policy')),
  },
  {
    points: 10,
    reason: 'Access-Control-Allow-Origin: * together with credentials.',
    applies: ({ flows }) => flows.some((flow) => has(flow, 'access-control-allow-origin')),
    holds: ({ flows }) => !flows.some(sharesCredentials),
  },
  {
    points: 5,
    reason: 'Server or X-Powered-By tell which version of which software answers.',
    applies: () => true,
    holds: ({ flows }) =>
      !flows.some((flow) => /\/\d/.test(value(flow, 'server')) || has(flow, 'x-powered-by')),
  },
];

const GRADES: readonly (readonly [points: number, grade: Grade])[] = [
  [90, 'A'],
  [75, 'B'],
  [60, 'C'],
  [45, 'D'],
  [30, 'E'],
];

function hostSecurity(host: string, flows: readonly Flow[]): HostSecurity {
  const html = flows.filter(
    (flow) => /^\s*text\/html\b/i.test(value(flow, 'content-type')) && flow.status < 400,
  );
  const isEncrypted = flows.every(({ target }) => target.scheme === 'https');
  const pages: Pages = { flows, html, isEncrypted };
  const failed = CHECKS.filter(({ applies, holds }) => applies(pages) && !holds(pages));
  const cookies = flows.flatMap(cookieProblems);
  const tls = tlsOf(flows);
  const lost =
    failed.reduce((total, { points }) => total + points, 0) +
    (cookies.length > 0 ? 10 : 0) +
    (tls?.isWeak === true ? 25 : 0);
  return {
    host,
    grade: GRADES.find(([points]) => 100 - lost >= points)?.[1] ?? 'F',
    reasons: [
      ...failed.map(({ reason }) => reason),
      ...(tls?.isWeak === true
        ? [`The connection uses ${tls.version} with ${tls.cipher}, which is weak.`]
        : []),
      ...(cookies.length > 0 ? [`${cookies.length} cookies lack protection.`] : []),
    ],
    cookies: [...new Map(cookies.map((cookie) => [cookie.name, cookie])).values()],
    ...(tls !== null && { tls }),
  };
}

function tlsOf(flows: readonly Flow[]): NonNullable<HostSecurity['tls']> | null {
  const tls = flows.findLast((flow) => flow.tls !== null)?.tls;
  if (tls === undefined || tls === null) return null;
  const { version, cipher } = tls;
  const isWeak = !/^TLSv1\.[23]$/.test(version) || /RC4|3DES|_CBC_|NULL|EXPORT|MD5/i.test(cipher);
  return { version, cipher, isWeak };
}

function cookieProblems(flow: Flow): readonly CookieProblem[] {
  const set = flow.response?.headers.filter(({ name }) => name.toLowerCase() === 'set-cookie') ?? [];
  return set.flatMap(({ value: cookie }) => {
    const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
    const name = utf8(pair.split('=')[0] ?? '');
    const problems = problemsOf(
      attributes.map((attribute) => attribute.toLowerCase()),
      flow,
    );
    return problems.length === 0 ? [] : [{ name, problems, id: flow.id }];
  });
}

function problemsOf(attributes: readonly string[], flow: Flow): readonly string[] {
  const isSet = (name: string): boolean =>
    attributes.some((each) => each === name || each.startsWith(`${name}=`));
  const isCrossSite = attributes.includes('samesite=none');
  return [
    ...(isSet('secure') || isLocal(flow) ? [] : ['no Secure']),
    ...(isSet('httponly') ? [] : ['no HttpOnly']),
    ...(isSet('samesite') ? [] : ['no SameSite']),
    ...(isCrossSite && !isSet('secure') ? ['SameSite=None without Secure'] : []),
  ];
}

/** What an encrypted page loads unencrypted: told by its Referer. */
function mixedContent(flow: Flow): readonly MixedContent[] {
  const referer = flow.request?.header('referer') ?? '';
  if (flow.target.scheme !== 'http' || !/^https:/i.test(referer) || isLocal(flow)) return [];
  return [{ page: utf8(referer).slice(0, 500), url: utf8(flow.url).slice(0, 500), id: flow.id }];
}

function isLocal({ target: { host } }: Flow): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.') || host.endsWith('.localhost');
}

function maxAge(flow: Flow): number {
  return Number(/\bmax-age\s*=\s*"?(\d+)/i.exec(value(flow, 'strict-transport-security'))?.[1] ?? 0);
}

function allowsInline(policy: string): boolean {
  const scripts = /(?:^|;)\s*(?:script-src|default-src)\s[^;]*/i.exec(policy)?.[0] ?? '';
  return /'unsafe-inline'/i.test(scripts) && !/'(?:nonce-|sha\d)/i.test(scripts);
}

function sharesCredentials(flow: Flow): boolean {
  return (
    value(flow, 'access-control-allow-origin').trim() === '*' &&
    value(flow, 'access-control-allow-credentials').trim().toLowerCase() === 'true'
  );
}

function has(flow: Flow, name: string): boolean {
  return fields(flow.response, name).length > 0;
}

function value(flow: Flow, name: string): string {
  return fields(flow.response, name).join(', ');
}

function fields(message: Message | null, name: string): readonly string[] {
  return (
    message?.headers.filter((header) => header.name.toLowerCase() === name).map((header) => header.value) ??
    []
  );
}
