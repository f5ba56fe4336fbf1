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
  id: number;
  count: number;
}

/** The foreign origins that a host allowed with credentials. */
interface AllowedOrigins {
  /** In the order in which they were seen. */
  readonly sites: Set<string>;
  readonly responses: CountedFinding;
  /** Those from the first one on that allowed a second site. */
  readonly reflected: CountedFinding;
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
/** Sites of one host that are remembered. */
const MAX_SITES = 20;

export class SecurityFindings {
  readonly #findings = new Map<string, CountedFinding>();
  /** By host. */
  readonly #allowed = new Map<string, AllowedOrigins>();

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
      [...this.#findings.values(), ...this.#reflected()],
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

  /** Adds what another one has, whose responses come after those of this one. */
  merge(other: SecurityFindings): void {
    for (const finding of other.#findings.values()) {
      const known = this.#finding(finding.rule, finding.host);
      if (known !== null) addLater(known, finding);
    }
    for (const [host, later] of other.#allowed) {
      const { sites, responses, reflected } = this.#allowedBy(host);
      const [site] = sites;
      const [next] = later.sites;
      const isSecond = sites.size > 1 || (site !== undefined && site !== next);
      addLater(reflected, isSecond ? later.responses : later.reflected);
      addLater(responses, later.responses);
      for (const each of later.sites) if (sites.size < MAX_SITES) sites.add(each);
    }
  }

  #note(rule: SecurityRule, flow: Flow, details: readonly string[]): void {
    const finding = this.#finding(rule, siteOf(flow));
    if (finding === null) return;
    addResponse(finding, flow);
    for (const detail of details)
      if (detail !== '' && finding.details.size < MAX_NAMED) finding.details.add(detail);
  }

  /** Returns null when there are too many findings. */
  #finding(rule: SecurityRule, host: string): CountedFinding | null {
    const key = `${rule.id} ${host}`;
    const known = this.#findings.get(key);
    if (known !== undefined) return known;
    if (this.#findings.size >= MAX_FINDINGS) return null;
    const finding = newFinding(rule, host);
    this.#findings.set(key, finding);
    return finding;
  }

  /** One foreign origin may be trusted; several of different sites are not. */
  #addOrigin({ flow, fields }: ObservedResponse): void {
    if (!allowsCredentials(fields)) return;
    const origin = flow.request?.header('origin') ?? '';
    if (!origin.startsWith('http') || fieldText(fields, 'access-control-allow-origin') !== origin) return;
    const site = siteOfOrigin(origin);
    if (site === '' || site === siteOfOrigin(`https://${flow.target.host}`)) return;
    const { sites, responses, reflected } = this.#allowedBy(siteOf(flow));
    if (sites.size < MAX_SITES) sites.add(site);
    addResponse(responses, flow);
    if (sites.size > 1) addResponse(reflected, flow);
  }

  #allowedBy(host: string): AllowedOrigins {
    const known = this.#allowed.get(host);
    if (known !== undefined) return known;
    const reflected = newFinding(REFLECTED, host);
    const allowed = { sites: new Set<string>(), responses: newFinding(REFLECTED, host), reflected };
    if (this.#allowed.size < MAX_FINDINGS) this.#allowed.set(host, allowed);
    return allowed;
  }

  /** Returns the finding of each host that allowed several sites. */
  #reflected(): readonly CountedFinding[] {
    return [...this.#allowed.values()]
      .filter(({ sites }) => sites.size > 1)
      .map(({ sites, reflected }) => ({ ...reflected, details: new Set([...sites].slice(0, MAX_NAMED)) }));
  }
}

function newFinding(rule: SecurityRule, host: string): CountedFinding {
  return { rule, host, details: new Set(), endpoints: new Map(), id: 0, count: 0 };
}

function addResponse(finding: CountedFinding, flow: Flow): void {
  if (finding.count === 0) finding.id = flow.id;
  finding.count += 1;
  if (finding.endpoints.size >= MAX_NAMED) return;
  const endpoint = pathEndpointOf(flow);
  if (!finding.endpoints.has(endpoint)) finding.endpoints.set(endpoint, shownUrl(endpoint));
}

/** Adds the responses of the same finding that come later. */
function addLater(finding: CountedFinding, later: CountedFinding): void {
  if (finding.count === 0) finding.id = later.id;
  finding.count += later.count;
  for (const detail of later.details) if (finding.details.size < MAX_NAMED) finding.details.add(detail);
  for (const [endpoint, shown] of later.endpoints)
    if (finding.endpoints.size < MAX_NAMED) finding.endpoints.set(endpoint, shown);
}

/** Returns the last two labels of a host, which most often are a site. */
function siteOfOrigin(origin: string): string {
  const host = /^https?:\/\/([^/:]+)/i.exec(origin)?.[1] ?? '';
  return /^[\d.]+$/.test(host) ? host : host.split('.').slice(-2).join('.').toLowerCase();
}
