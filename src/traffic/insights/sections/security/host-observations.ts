// Observes the responses of a host for the headers, cookies and TLS that protect its users, and defines the
// checks of them.
import type { Flow } from '../../../../flow/flow.ts';
import { isLoopback } from '../../../transport.ts';
import { fieldText, type Fields } from './field-values.ts';
import {
  allowsCredentials,
  hasAttribute,
  weakSources,
  type ObservedResponse,
  type SetCookie,
} from './rules.ts';

export interface CookieIssue {
  readonly name: string;
  /** Missing protections, such as `no Secure`. */
  readonly problems: readonly string[];
  /** The flow that set it. */
  readonly id: number;
}

export interface ConnectionTls {
  readonly version: string;
  readonly cipher: string;
  readonly isWeak: boolean;
}

/** The maximum number of cookies of one host. */
const MAX_COOKIES = 1000;

export class HostObservations {
  isEncrypted = true;
  isLocal = true;
  /** The max-age of Strict-Transport-Security, in seconds. */
  maxAge = 0;
  hasNoSniff = false;
  allowsCrossOrigin = false;
  allowsAnyWithCredentials = false;
  exposesVersion = false;
  /** TLS of the latest connection that was decrypted. */
  tls: ConnectionTls | null = null;
  /**
   * The number of HTML pages that are not errors; below, how many of them have a policy, one that allows
   * inline scripts, and so on.
   */
  html = 0;
  withPolicy = 0;
  withInline = 0;
  withFrameOptions = 0;
  withReferrerPolicy = 0;
  readonly #cookies = new Map<string, CookieIssue>();

  /** The cookies with problems, each name once. */
  get cookies(): readonly CookieIssue[] {
    return [...this.#cookies.values()];
  }

  add({ flow, fields, cookies }: ObservedResponse): void {
    this.isEncrypted &&= flow.target.scheme === 'https';
    this.isLocal &&= isLoopback(flow.target.host);
    this.maxAge = Math.max(this.maxAge, maxAge(fields));
    this.hasNoSniff ||= fieldText(fields, 'x-content-type-options').toLowerCase().includes('nosniff');
    this.exposesVersion ||= /\/\d/.test(fieldText(fields, 'server')) || fields.has('x-powered-by');
    this.#addCrossOrigin(fields);
    if (flow.tls !== null) this.tls = tlsOf(flow.tls);
    for (const issue of cookieIssues(flow, cookies)) this.#addCookie(issue);
    if (flow.status < 400 && /^\s*text\/html\b/i.test(fieldText(fields, 'content-type')))
      this.#addHtml(fields);
  }

  /** Adds what was observed in later responses of the same host. */
  merge(later: HostObservations): void {
    this.isEncrypted &&= later.isEncrypted;
    this.isLocal &&= later.isLocal;
    this.maxAge = Math.max(this.maxAge, later.maxAge);
    this.hasNoSniff ||= later.hasNoSniff;
    this.allowsCrossOrigin ||= later.allowsCrossOrigin;
    this.allowsAnyWithCredentials ||= later.allowsAnyWithCredentials;
    this.exposesVersion ||= later.exposesVersion;
    this.tls = later.tls ?? this.tls;
    this.html += later.html;
    this.withPolicy += later.withPolicy;
    this.withInline += later.withInline;
    this.withFrameOptions += later.withFrameOptions;
    this.withReferrerPolicy += later.withReferrerPolicy;
    for (const issue of later.cookies) this.#addCookie(issue);
  }

  #addCookie(issue: CookieIssue): void {
    if (this.#cookies.size < MAX_COOKIES) this.#cookies.set(issue.name, issue);
  }

  #addCrossOrigin(fields: Fields): void {
    if (!fields.has('access-control-allow-origin')) return;
    this.allowsCrossOrigin = true;
    this.allowsAnyWithCredentials ||=
      allowsCredentials(fields) && fieldText(fields, 'access-control-allow-origin') === '*';
  }

  #addHtml(fields: Fields): void {
    const policy = fieldText(fields, 'content-security-policy');
    this.html += 1;
    if (fields.has('content-security-policy')) this.withPolicy += 1;
    if (weakSources(policy).length > 0) this.withInline += 1;
    if (fields.has('x-frame-options') || policy.includes('frame-ancestors')) this.withFrameOptions += 1;
    if (fields.has('referrer-policy')) this.withReferrerPolicy += 1;
  }
}

/** A check of a host; it deducts points when it fails. */
interface Check {
  readonly points: number;
  readonly reason: string;
  /** Returns true when the check is relevant to the host. */
  readonly applies: (host: HostObservations) => boolean;
  readonly holds: (host: HostObservations) => boolean;
}

export const CHECKS: readonly Check[] = [
  {
    points: 30,
    reason: 'Requests are sent unencrypted, over plain HTTP.',
    applies: () => true,
    holds: ({ isEncrypted, isLocal }) => isEncrypted || isLocal,
  },
  {
    points: 20,
    reason: 'No Strict-Transport-Security: the first request of a browser may be unencrypted.',
    applies: ({ isEncrypted }) => isEncrypted,
    holds: (host) => host.maxAge > 0,
  },
  {
    points: 10,
    reason: 'Strict-Transport-Security has a max-age of less than half a year.',
    applies: (host) => host.isEncrypted && host.maxAge > 0,
    holds: (host) => host.maxAge >= 15_768_000,
  },
  {
    points: 25,
    reason: 'No Content-Security-Policy: scripts injected into a page will run.',
    applies: ({ html }) => html > 0,
    holds: ({ html, withPolicy }) => withPolicy === html,
  },
  {
    points: 10,
    reason: 'Content-Security-Policy allows scripts of any source, or inline without nonce or hash.',
    applies: ({ withPolicy }) => withPolicy > 0,
    holds: ({ withInline }) => withInline === 0,
  },
  {
    points: 15,
    reason: 'No X-Content-Type-Options: nosniff: browsers may guess another content type.',
    applies: () => true,
    holds: ({ hasNoSniff }) => hasNoSniff,
  },
  {
    points: 15,
    reason: 'Neither X-Frame-Options nor frame-ancestors: other sites can embed the pages in frames.',
    applies: ({ html }) => html > 0,
    holds: ({ html, withFrameOptions }) => withFrameOptions === html,
  },
  {
    points: 5,
    reason: 'No Referrer-Policy: page URLs may leak to other hosts.',
    applies: ({ html }) => html > 0,
    holds: ({ html, withReferrerPolicy }) => withReferrerPolicy === html,
  },
  {
    points: 10,
    reason: 'Access-Control-Allow-Origin: * together with credentials.',
    applies: ({ allowsCrossOrigin }) => allowsCrossOrigin,
    holds: ({ allowsAnyWithCredentials }) => !allowsAnyWithCredentials,
  },
  {
    points: 5,
    reason: 'Server or X-Powered-By reveals the name and version of the server software.',
    applies: () => true,
    holds: ({ exposesVersion }) => !exposesVersion,
  },
];

function tlsOf({ version, cipher }: NonNullable<Flow['tls']>): ConnectionTls {
  const isWeak = !/^TLSv1\.[23]$/.test(version) || /RC4|3DES|_CBC_|NULL|EXPORT|MD5/i.test(cipher);
  return { version, cipher, isWeak };
}

function cookieIssues(flow: Flow, cookies: readonly SetCookie[]): readonly CookieIssue[] {
  return cookies.flatMap((cookie) => {
    const problems = problemsOf(cookie, flow);
    return problems.length === 0 ? [] : [{ name: cookie.name, problems, id: flow.id }];
  });
}

function problemsOf(cookie: SetCookie, flow: Flow): readonly string[] {
  const isSecure = hasAttribute(cookie, 'secure');
  return [
    ...(isSecure || isLoopback(flow.target.host) ? [] : ['no Secure']),
    ...(hasAttribute(cookie, 'httponly') ? [] : ['no HttpOnly']),
    ...(hasAttribute(cookie, 'samesite') ? [] : ['no SameSite']),
    ...(cookie.attributes.includes('samesite=none') && !isSecure ? ['SameSite=None without Secure'] : []),
  ];
}

function maxAge(fields: Fields): number {
  return Number(/\bmax-age\s*=\s*"?(\d+)/i.exec(fieldText(fields, 'strict-transport-security'))?.[1] ?? 0);
}
