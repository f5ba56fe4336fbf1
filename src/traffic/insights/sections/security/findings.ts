// Collects findings in responses: each rule once per host, with the affected endpoints, so that an endpoint called a
// thousand times does not fill the list.
import type { Flow } from '../../../../flow/flow.ts';
import type { Severity } from '../../../../secrets/forms/contract.ts';
import { pathEndpointOf, siteOf } from '../../flow-facts.ts';
import { shownUrl } from '../../shown-url.ts';
import { fieldText } from './field-values.ts';
import { allowsCredentials, RULES, type ObservedResponse, type SecurityRule } from './rules.ts';

export interface SecurityFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  readonly host: string;
  /** Names of what was found, such as cookies. */
  readonly details: readonly string[];
  /** The first endpoints of the finding. */
  readonly endpoints: readonly string[];
  /** The number of responses. */
  readonly count: number;
  /** The flow of the first response. */
  readonly id: number;
}

interface CountedFinding {
  readonly rule: SecurityRule;
  readonly host: string;
  readonly details: Set<string>;
  /** The names as they are shown, by those with secrets. */
  readonly endpoints: Map<string, string>;
  readonly id: number;
  count: number;
}

const MAX_FINDINGS = 5000;
/** Endpoints and details that are named in one finding. */
const MAX_NAMED = 5;
const ORDER: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 };

const REFLECTED: SecurityRule = {
  id: 'cors-reflected-origin',
  severity: 'high',
  title: 'Access-Control-Allow-Origin repeats any origin, with credentials',
  why: 'Origins of different sites were all allowed: every site can read the response as the user.',
  fix: 'Compare Origin with a list of those that may read the response.',
  find: () => [],
};
/** Sites that must have been allowed before that is taken for a repetition. */
const MIN_REFLECTED = 2;

export class SecurityFindings {
  readonly #findings = new Map<string, CountedFinding>();
  /** The foreign sites that a host allowed with credentials. */
  readonly #allowed = new Map<string, Set<string>>();

  add(response: ObservedResponse): void {
    for (const rule of RULES) {
      const details = rule.find(response);
      if (details.length > 0) this.#note(rule, response.flow, details);
    }
    this.#addOrigin(response);
  }

  /** Returns the findings, the most severe first. */
  result(limit: number): readonly SecurityFinding[] {
    return Array.from(
      this.#findings.values(),
      ({ rule: { id: rule, severity, title, why, fix }, host, details, endpoints, id, count }) => ({
        rule,
        severity,
        title,
        why,
        fix,
        host,
        id,
        count,
        details: [...details],
        endpoints: [...new Set(endpoints.values())],
      }),
    )
      .sort((a, b) => ORDER[a.severity] - ORDER[b.severity] || b.count - a.count)
      .slice(0, limit);
  }

  #note(rule: SecurityRule, flow: Flow, details: readonly string[]): void {
    const host = siteOf(flow);
    const key = `${rule.id} ${host}`;
    let finding = this.#findings.get(key);
    if (finding === undefined) {
      if (this.#findings.size >= MAX_FINDINGS) return;
      this.#findings.set(
        key,
        (finding = { rule, host, details: new Set(), endpoints: new Map(), id: flow.id, count: 0 }),
      );
    }
    finding.count += 1;
    for (const detail of details)
      if (detail !== '' && finding.details.size < MAX_NAMED) finding.details.add(detail);
    if (finding.endpoints.size >= MAX_NAMED) return;
    const endpoint = pathEndpointOf(flow);
    if (!finding.endpoints.has(endpoint)) finding.endpoints.set(endpoint, shownUrl(endpoint));
  }

  /** One foreign origin may be trusted; several of different sites are not. */
  #addOrigin({ flow, fields }: ObservedResponse): void {
    if (!allowsCredentials(fields)) return;
    const origin = flow.request?.header('origin') ?? '';
    if (!origin.startsWith('http') || fieldText(fields, 'access-control-allow-origin') !== origin) return;
    const site = siteOfOrigin(origin);
    if (site === '' || site === siteOfOrigin(`https://${flow.target.host}`)) return;
    const host = siteOf(flow);
    const sites = this.#allowed.get(host) ?? new Set();
    if (this.#allowed.size < MAX_FINDINGS) this.#allowed.set(host, sites);
    if (sites.size < 20) sites.add(site);
    if (sites.size >= MIN_REFLECTED) this.#note(REFLECTED, flow, [...sites]);
  }
}

/** Returns the last two labels of a host, which most often are a site. */
function siteOfOrigin(origin: string): string {
  const host = /^https?:\/\/([^/:]+)/i.exec(origin)?.[1] ?? '';
  return /^[\d.]+$/.test(host) ? host : host.split('.').slice(-2).join('.').toLowerCase();
}
