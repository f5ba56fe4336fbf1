// Grades how well hosts protect their users: by the headers of pages, cookies, TLS and mixed content.
import type { Flow } from '../../../../flow/flow.ts';
import { isLoopback } from '../../../transport.ts';
import { MAX_KINDS, siteOf } from '../../flow-facts.ts';
import { CHECKS, HostObservations, type ConnectionTls, type CookieIssue } from './host-observations.ts';
import { FieldReader } from './field-values.ts';
import { SecurityFindings, type SecurityFinding } from './findings.ts';
import { sessionCookies } from './rules.ts';
import { shownUrl } from '../../shown-url.ts';
import { collectFlows, type SectionAnalysis } from '../contract.ts';

export type Grade = 'A' | 'B' | 'C' | 'D' | 'E' | 'F';

export interface HostSecurity {
  readonly host: string;
  readonly grade: Grade;
  /** The reasons for deductions, as sentences. */
  readonly reasons: readonly string[];
  readonly cookies: readonly CookieIssue[];
  /** TLS of the latest connection; absent when it was not encrypted, or not decrypted. */
  readonly tls?: ConnectionTls;
}

export interface MixedContent {
  /** The encrypted page. */
  readonly page: string;
  /** The unencrypted resource that the page loaded. */
  readonly url: string;
  readonly id: number;
}

export interface TrafficSecurity {
  /** The worst grade first. */
  readonly hosts: readonly HostSecurity[];
  readonly mixedContent: readonly MixedContent[];
  /** The most severe first. */
  readonly findings: readonly SecurityFinding[];
}

/** The maximum number of unencrypted resources. */
const MAX_MIXED = 10_000;

export const analyzeSecurity: SectionAnalysis = async (flows, { limit }) =>
  (await collectFlows(new SecurityCollector(), flows)).result(limit);

export class SecurityCollector {
  readonly #hosts = new Map<string, HostObservations>();
  readonly #mixed: MixedContent[] = [];
  readonly #findings = new SecurityFindings();
  readonly #fields: FieldReader;

  /** `fields`: the reader, where several collectors share one. */
  constructor(fields = new FieldReader()) {
    this.#fields = fields;
  }

  add(flow: Flow): void {
    this.#addMixed(flow);
    if (flow.response === null || flow.status < 200) return;
    const fields = this.#fields.read(flow.response.head);
    const response = { flow, fields, cookies: sessionCookies(fields) };
    this.#findings.add(response);
    this.#host(siteOf(flow))?.add(response);
  }

  /** Adds what another one has, whose flows come after those of this one. */
  merge(other: SecurityCollector): void {
    this.#mixed.push(...other.#mixed.slice(0, MAX_MIXED - this.#mixed.length));
    this.#findings.merge(other.#findings);
    for (const [host, observations] of other.#hosts) this.#host(host)?.merge(observations);
  }

  result(limit: number): TrafficSecurity {
    const hosts = [...this.#hosts].map(([host, observations]) => hostSecurity(host, observations));
    return {
      hosts: hosts.sort((a, b) => b.grade.localeCompare(a.grade)).slice(0, limit),
      mixedContent: this.#mixed.slice(0, limit),
      findings: this.#findings.result(limit),
    };
  }

  /** Returns undefined when there are too many hosts. */
  #host(host: string): HostObservations | undefined {
    const known = this.#hosts.get(host);
    if (known !== undefined || this.#hosts.size >= MAX_KINDS) return known;
    const observations = new HostObservations();
    this.#hosts.set(host, observations);
    return observations;
  }

  /** Adds an unencrypted resource of an encrypted page, which its Referer names. */
  #addMixed(flow: Flow): void {
    if (flow.target.scheme !== 'http' || isLoopback(flow.target.host)) return;
    const referer = flow.request?.header('referer') ?? '';
    if (/^https:/i.test(referer) && this.#mixed.length < MAX_MIXED)
      this.#mixed.push({ page: shownUrl(referer), url: shownUrl(flow.url), id: flow.id });
  }
}

const GRADES: readonly (readonly [points: number, grade: Grade])[] = [
  [90, 'A'],
  [75, 'B'],
  [60, 'C'],
  [45, 'D'],
  [30, 'E'],
];

function hostSecurity(host: string, observations: HostObservations): HostSecurity {
  const failed = CHECKS.filter(({ applies, holds }) => applies(observations) && !holds(observations));
  const { cookies, tls } = observations;
  const deductions =
    failed.reduce((total, { points }) => total + points, 0) +
    (cookies.length > 0 ? 10 : 0) +
    (tls?.isWeak === true ? 25 : 0);
  return {
    host,
    grade: GRADES.find(([points]) => 100 - deductions >= points)?.[1] ?? 'F',
    reasons: [
      ...failed.map(({ reason }) => reason),
      ...(tls?.isWeak === true
        ? [`The connection uses ${tls.version} with ${tls.cipher}, which is weak.`]
        : []),
      ...(cookies.length > 0 ? [cookieReason(cookies.length)] : []),
    ],
    cookies,
    ...(tls !== null && { tls }),
  };
}

function cookieReason(count: number): string {
  return count === 1 ? '1 cookie lacks protection.' : `${count} cookies lack protection.`;
}
