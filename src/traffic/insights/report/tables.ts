// The content of the report as headings, sentences and tables, from which Markdown and HTML are made. Texts are as
// captured: each format escapes them in its own way.
import { durationText } from '../../../base/duration-text.ts';
import type { Severity } from '../../../secrets/forms/contract.ts';
import type { TrafficPerformance } from '../sections/performance/index.ts';
import type { FoundSecret } from '../sections/secrets.ts';
import type { TrafficSummary } from '../sections/summary.ts';
import type { ContractReport } from './contract.ts';
import { failedAlike } from './failures.ts';
import type { Report } from './index.ts';

export type Cell =
  | { readonly type: 'text' | 'code' | 'number'; readonly text: string }
  | { readonly type: 'severity'; readonly text: Severity | 'passed' | 'failed' };

export interface Section {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The text in place of a table without rows; empty where sentences say it all. */
  readonly none: string;
}

export const text = (value: string): Cell => ({ type: 'text', text: value });
const code = (value: string): Cell => ({ type: 'code', text: value });
const number = (value: number | string): Cell => ({ type: 'number', text: String(value) });
const severity = (value: Severity | 'passed' | 'failed'): Cell => ({ type: 'severity', text: value });

/** Places of a secret that are named. */
const MAX_PLACES = 5;

/** Returns the sections, the most urgent first. */
export function reportSections(report: Report): readonly Section[] {
  return [
    ...(report.run === null || report.run.checks.length === 0 ? [] : [checks(report)]),
    ...(report.failures.length === 0 ? [] : [failures(report)]),
    ...(report.run === null || report.run.pastProxy.length === 0 ? [] : [pastProxy(report.run)]),
    // Shown whole, whatever the limit: nobody mends a violation that the report leaves out.
    ...(report.contract === null ? [] : [{ ...contract(report.contract), isWhole: true }]),
    schemas(report),
    secrets(report),
    endpoints(report),
    findings(report),
    hosts(report),
    performance(report),
  ].map(({ isWhole = false, ...section }: Section & { readonly isWhole?: boolean }) =>
    isWhole ? section : { ...section, rows: section.rows.slice(0, report.limit) },
  );
}

/** Returns sentences about the traffic as a whole, the run, and the completeness of the report. */
export function overview({ summary, run, notes }: Report): readonly string[] {
  const {
    requests,
    tunnels,
    endpoints: kinds,
    errors,
    statuses,
    p50,
    p95,
    bytesSent,
    bytesReceived,
  } = summary;
  const responses = Object.entries(statuses).map(([name, count]) => `${count} × ${name}`);
  return [
    `${counted(requests, 'request')} to ${counted(kinds, 'endpoint')}, ${counted(errors, 'error')}, ${counted(tunnels, 'tunnel')}; ${bytesSent} bytes sent, ${bytesReceived} received; p50 ${ms(p50)}, p95 ${ms(p95)}.`,
    `Responses: ${responses.join(', ') || 'none'}.`,
    ...(run === null ? [] : [runSentence(run, summary)]),
    ...notes,
  ];
}

function runSentence(
  { startedAt, endedAt, environment }: NonNullable<Report['run']>,
  summary: TrafficSummary,
): string {
  const about = Object.entries(environment).map(([name, value]) => `${name} ${value}`);
  const hosts = summary.hosts.length;
  return `Run from ${new Date(startedAt).toISOString()} for ${((endedAt - startedAt) / 1000).toFixed(1)} s, ${counted(hosts, 'host')}; ${about.join(', ')}.`;
}

function checks({ run }: Report): Section {
  const rows = (run?.checks ?? []).map(({ flag, hasPassed, reasons }) => [
    severity(hasPassed ? 'passed' : 'failed'),
    code(flag),
    text(reasons.join('; ')),
  ]);
  return { title: 'Checks', sentences: [], columns: ['Result', 'Check', 'Reasons'], rows, none: '' };
}

function failures({ failures: list }: Report): Section {
  const rows = failedAlike(list).map(({ ids, url, first: { at, reason, durationMs } }) => [
    number(ids),
    text(at.slice(11, 23)),
    code(url),
    text(reason),
    number(ms(durationMs)),
  ]);
  return {
    title: 'Failed requests',
    sentences: [],
    columns: ['Request', 'First at', 'URL', 'Reason', 'Time'],
    rows,
    none: '',
  };
}

function pastProxy({ pastProxy: apps }: NonNullable<Report['run']>): Section {
  const rows = apps.map(({ app, processes, connections, remedy }) => [
    code(app ?? ''),
    text(processes.join(', ')),
    code(connections.map(({ address, port, count }) => `${address} port ${port} ×${count}`).join(', ')),
    text(remedy ?? ''),
  ]);
  return {
    title: 'Past the proxy',
    sentences: ['Connections of the command that did not go through the proxy, as far as samples show.'],
    columns: ['Program', 'Processes', 'Connections', 'What catches them'],
    rows,
    none: '',
  };
}

function contract({ checked, broken, failed, violations }: ContractReport): Section {
  const rows = violations.map(({ endpoint, violation, count, requests }) => [
    code(endpoint),
    text(violation),
    number(count),
    text(requests.map((id) => `#${id}`).join(', ')),
  ]);
  const sentence = `${broken} of ${counted(checked, 'exchange')} do not fit the API description.`;
  return {
    title: 'Contract violations',
    sentences: [
      ...(broken === 0 ? [] : [sentence]),
      ...(failed === 0 ? [] : [`${counted(failed, 'exchange')} could not be checked.`]),
    ],
    columns: ['Endpoint', 'Violation', 'Exchanges', 'First requests'],
    rows,
    none: `None in ${counted(checked, 'exchange')}.`,
  };
}

function schemas({ schema, run }: Report): Section {
  const rows = schema.endpoints.flatMap(({ endpoint, status, changes }) =>
    changes.map(({ path, before, after, isBreaking, example, id }) => [
      text(isBreaking ? 'breaking' : 'additive'),
      code(`${endpoint} ${status}`),
      code(path),
      text(before ?? 'not there'),
      text(after ?? 'not there'),
      code(example ?? ''),
      number(`#${id}`),
    ]),
  );
  const since = run?.baseline ?? null;
  return {
    title: 'Changes of JSON schemas',
    sentences: since === null ? [] : [`Since the baseline ${since}.`],
    columns: ['Change', 'Endpoint', 'Path', 'Before', 'After', 'Example', 'Request'],
    rows,
    none: 'None.',
  };
}

function secrets({ secrets: { findings: list, allowed } }: Report): Section {
  const rows = list.map((finding) => [
    severity(finding.severity),
    text(finding.label),
    code(finding.masked),
    code(placesOf(finding)),
    number(finding.count),
    code(finding.fingerprint),
  ]);
  return {
    title: 'Possible secrets',
    sentences: allowed === 0 ? [] : [`${counted(allowed, 'finding')} of the allow-list left out.`],
    columns: ['Severity', 'What', 'Masked', 'Where', 'Times', 'Fingerprint'],
    rows,
    none: 'None found.',
  };
}

function placesOf({ places }: FoundSecret): string {
  const more = places.length - MAX_PLACES;
  const named = places
    .slice(0, MAX_PLACES)
    .map(({ side, where, endpoint }) => `${side} ${where} of ${endpoint}`);
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

function endpoints({ endpoints: list }: Report): Section {
  const rows = list.map(({ method, host, path, calls, errors, p50, p95 }) => [
    code(`${method} ${host}${path}`),
    number(calls),
    number(errors),
    number(ms(p50)),
    number(ms(p95)),
  ]);
  return {
    title: 'Endpoints',
    sentences: [],
    columns: ['Endpoint', 'Calls', 'Errors', 'p50', 'p95'],
    rows,
    none: 'No requests.',
  };
}

function findings({ security }: Report): Section {
  const rows = security.findings.map(
    ({ severity: level, title, details, host, endpoints: where, why, fix }) => [
      severity(level),
      text(details.length === 0 ? title : `${title}: ${details.join(', ')}`),
      code(where[0] ?? host),
      text(why),
      text(fix),
    ],
  );
  return {
    title: 'Security findings',
    sentences: [],
    columns: ['Severity', 'Finding', 'Where', 'Why', 'Fix'],
    rows,
    none: 'None.',
  };
}

function hosts({ security }: Report): Section {
  const rows = security.hosts.map(({ host, grade, reasons }) => [
    code(host),
    text(grade),
    text(reasons.join(' ') || '–'),
  ]);
  const sentences = security.mixedContent.map(({ page, url }) => `${page} loads ${url} unencrypted.`);
  return {
    title: 'Security of hosts',
    sentences,
    columns: ['Host', 'Grade', 'Reasons'],
    rows,
    none: 'No responses.',
  };
}

export const PERFORMANCE: readonly (readonly [keyof TrafficPerformance, string])[] = [
  ['slow', 'Slow'],
  ['large', 'Large'],
  ['uncompressed', 'Uncompressed'],
  ['uncached', 'Fetched repeatedly without caching'],
  ['duplicates', 'Sent twice'],
  ['nPlusOne', 'N+1 queries'],
  ['redirects', 'Redirect chains'],
];

function performance({ performance: figures }: Report): Section {
  const rows = PERFORMANCE.flatMap(([key, label]) =>
    figures[key].map(({ id, url, detail }) => [text(label), number(`#${id}`), code(url), text(detail)]),
  );
  return {
    title: 'Performance',
    sentences: [],
    columns: ['Finding', 'Request', 'URL', 'Reason'],
    rows,
    none: 'No findings.',
  };
}

/** Returns true when a list may have more entries than are shown. */
export function isLimited({
  limit,
  endpoints: all,
  secrets: findings,
  security,
  performance: slow,
  schema,
  failures: failed,
}: Report): boolean {
  const lists = [
    all,
    findings.findings,
    security.hosts,
    security.mixedContent,
    security.findings,
    schema.endpoints,
    failed,
  ];
  return [...lists, ...PERFORMANCE.map(([key]) => slow[key])].some(({ length }) => length >= limit);
}

function ms(value: number | null): string {
  return value === null ? '–' : durationText(value);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
