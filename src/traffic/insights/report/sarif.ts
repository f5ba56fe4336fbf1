// The report as SARIF 2.1.0 (OASIS), for code scanning: secrets, security findings, changes of schemas, failed
// requests and violations of the contract. The location of a result is an endpoint, given as a logical location and
// as a path that services can show.
import { productName, version } from '../../../base/product.ts';
import type { Severity } from '../../../secrets/forms/contract.ts';
import { violationText } from './contract.ts';
import type { Report } from './index.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
const LEVELS = { high: 'error', medium: 'warning', low: 'note' } as const satisfies Record<Severity, string>;

interface Result {
  readonly rule: string;
  readonly title: string;
  readonly severity: Severity;
  readonly message: string;
  readonly endpoint: string;
  /** Other endpoints that it concerns. */
  readonly related?: readonly string[];
  /** Tells the result from others in later runs. */
  readonly fingerprint: string;
  readonly help?: string;
}

export function sarifReport(report: Report): string {
  const results = [
    ...secretResults(report),
    ...securityResults(report),
    ...schemaResults(report),
    ...failureResults(report),
    ...contractResults(report),
  ];
  const rules = new Map(results.map((result) => [result.rule, result]));
  const ids = [...rules.keys()];
  const { run } = report;
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: productName, version, rules: [...rules.values()].map(ruleOf) } },
        results: results.map((result) => resultOf(result, ids.indexOf(result.rule))),
        ...(run !== null && {
          invocations: [
            {
              executionSuccessful: true,
              startTimeUtc: new Date(run.startedAt).toISOString(),
              endTimeUtc: new Date(run.endedAt).toISOString(),
              toolExecutionNotifications: report.notes.map((text) => ({
                level: 'warning',
                message: { text },
              })),
            },
          ],
        }),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf({ rule: id, title, severity, help }: Result): object {
  return {
    id,
    shortDescription: { text: title },
    ...(help !== undefined && { help: { text: help } }),
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { 'security-severity': { high: '8.0', medium: '5.0', low: '2.0' }[severity] },
  };
}

function resultOf(
  { rule: ruleId, severity, message, endpoint, related = [], fingerprint }: Result,
  ruleIndex: number,
): object {
  return {
    ruleId,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: message },
    locations: [locationOf(endpoint)],
    ...(related.length > 0 && { relatedLocations: related.map(locationOf) }),
    partialFingerprints: { 'proxyctl/v1': fingerprint },
  };
}

function locationOf(endpoint: string): object {
  return {
    physicalLocation: { artifactLocation: { uri: uriOf(endpoint) }, region: { startLine: 1 } },
    logicalLocations: [{ fullyQualifiedName: endpoint, kind: 'resource' }],
  };
}

/** Returns a relative reference, since services take an absolute one for a file elsewhere. */
function uriOf(endpoint: string): string {
  const path = /^\S+ (\S+)/.exec(endpoint)?.[1] ?? endpoint;
  return path
    .split('/')
    .map((segment) => encodeURIComponent(segment.toWellFormed()))
    .filter((segment) => segment !== '')
    .join('/');
}

function secretResults({ secrets }: Report): readonly Result[] {
  return secrets.findings.map(
    ({ kind, label, severity, side, where, masked, endpoint, count, fingerprint, places }) => ({
      rule: `secret/${kind}`,
      title: label,
      severity,
      message: `${label} (${masked}) in ${side} ${where} of ${endpoint}, ${count} times.`,
      endpoint,
      related: [...new Set(places.map((each) => each.endpoint))].filter((each) => each !== endpoint),
      fingerprint,
      help: 'Revoke it where it leaked, and send it only to the service that issued it, over TLS, in a header.',
    }),
  );
}

function securityResults({ security }: Report): readonly Result[] {
  return security.findings.map(({ rule, severity, title, why, fix, host, details, endpoints }) => ({
    rule: `security/${rule}`,
    title,
    severity,
    message: `${title}${details.length === 0 ? '' : `: ${details.join(', ')}`}. ${why} ${fix}`,
    endpoint: endpoints[0] ?? host,
    fingerprint: `${rule}:${host}`,
    help: `${why} ${fix}`,
  }));
}

function schemaResults({ schema }: Report): readonly Result[] {
  return schema.endpoints.flatMap(({ endpoint, status, changes }) =>
    changes.map(({ path, before, after, isBreaking }) => ({
      rule: isBreaking ? 'schema/breaking' : 'schema/additive',
      title: isBreaking ? 'Breaking change of JSON' : 'Additive change of JSON',
      severity: isBreaking ? ('medium' as const) : ('low' as const),
      message: `${path} of ${endpoint} ${status}: ${after ?? 'gone'}, was ${before ?? 'not there'}.`,
      endpoint,
      fingerprint: `${endpoint} ${status} ${path}`,
    })),
  );
}

function contractResults({ contract }: Report): readonly Result[] {
  return (contract?.violations ?? []).map((violation) => ({
    rule: 'contract/violation',
    title: 'Does not fit the API description',
    severity: 'medium' as const,
    message: violationText(violation),
    endpoint: violation.endpoint,
    fingerprint: `contract ${violation.endpoint}: ${violation.violation}`,
  }));
}

/** One result for each endpoint, with the first of its failures. */
function failureResults({ failures }: Report): readonly Result[] {
  return [...Map.groupBy(failures, ({ endpoint }) => endpoint)].map(([endpoint, own]) => ({
    rule: 'request/failed',
    title: 'Failed request',
    severity: own.some(({ status }) => status === 0 || status >= 500)
      ? ('medium' as const)
      : ('low' as const),
    message: `${own.length} failed: ${own[0]?.reason ?? ''} (request ${own[0]?.id ?? 0}).`,
    endpoint,
    fingerprint: `failed ${endpoint}`,
  }));
}
