// Renders the full report as Markdown, for people and pull requests. All captured text is escaped.
import { productName } from '../../../base/product.ts';
import type { EndpointFigures } from '../sections/endpoints.ts';
import type { TrafficPerformance } from '../sections/performance/index.ts';
import type { Report } from './index.ts';
import type { TrafficSchemas } from '../sections/schema.ts';
import type { TrafficSecrets } from '../sections/secrets.ts';
import type { TrafficSecurity } from '../sections/security/index.ts';
import type { TrafficSummary } from '../sections/summary.ts';

/** Renders the report. `notes`: sentences on how complete the data is. */
export function markdownReport(report: Report, notes: readonly string[] = []): string {
  return [
    `# ${productName}: traffic report`,
    ...summaryLines(report.summary),
    ...notes.flatMap((note) => ['', text(note)]),
    ...endpointLines(report.endpoints),
    ...secretLines(report.secrets),
    ...securityLines(report.security),
    ...performanceLines(report.performance),
    ...schemaLines(report.schema),
    ...(isLimited(report) ? ['', `Each list shows at most ${report.limit} entries.`] : []),
    '',
  ].join('\n');
}

function isLimited({ limit, endpoints, secrets, security, performance, schema }: Report): boolean {
  const lists = [endpoints, secrets.findings, security.hosts, security.mixedContent, schema.endpoints];
  return [...lists, ...PERFORMANCE.map(([key]) => performance[key])].some(({ length }) => length >= limit);
}

function summaryLines(summary: TrafficSummary): readonly string[] {
  const { requests, tunnels, endpoints, errors, statuses, p50, p95, bytesSent, bytesReceived } = summary;
  return [
    '',
    `${counted(requests, 'request')} to ${counted(endpoints, 'endpoint')}, ${counted(errors, 'error')}, ${counted(tunnels, 'tunnel')}; ${bytesSent} bytes sent, ${bytesReceived} received; p50 ${ms(p50)}, p95 ${ms(p95)}.`,
    '',
    `Responses: ${
      Object.entries(statuses)
        .map(([name, count]) => `${count} × ${name}`)
        .join(', ') || 'none'
    }.`,
  ];
}

function endpointLines(endpoints: readonly EndpointFigures[]): readonly string[] {
  const rows = endpoints.map(({ method, host, path, calls, errors, p50, p95 }) => [
    code(`${method} ${host}${path}`),
    String(calls),
    String(errors),
    ms(p50),
    ms(p95),
  ]);
  return section('Endpoints', ['Endpoint', 'Calls', 'Errors', 'p50', 'p95'], rows, 'No requests.');
}

function secretLines({ findings }: TrafficSecrets): readonly string[] {
  const rows = findings.map(({ severity, label, side, where, masked, endpoint, count }) => [
    severity,
    text(label),
    code(`${side} ${where}`),
    code(masked),
    code(endpoint),
    String(count),
  ]);
  return section(
    'Possible secrets',
    ['Severity', 'What', 'Where', 'Masked', 'Endpoint', 'Times'],
    rows,
    'None found.',
  );
}

function securityLines({ hosts, mixedContent }: TrafficSecurity): readonly string[] {
  const rows = hosts.map(({ host, grade, reasons }) => [code(host), grade, text(reasons.join(' ')) || '–']);
  const mixed = mixedContent.map(({ page, url }) => `- ${code(page)} loads ${code(url)} unencrypted.`);
  return [
    ...section('Security of hosts', ['Host', 'Grade', 'Reasons'], rows, 'No responses.'),
    ...(mixed.length === 0 ? [] : ['', ...mixed]),
  ];
}

const PERFORMANCE: readonly (readonly [keyof TrafficPerformance, string])[] = [
  ['slow', 'Slow'],
  ['large', 'Large'],
  ['uncompressed', 'Uncompressed'],
  ['uncached', 'Fetched repeatedly without caching'],
  ['duplicates', 'Sent twice'],
  ['nPlusOne', 'N+1 queries'],
  ['redirects', 'Redirect chains'],
];

function performanceLines(performance: TrafficPerformance): readonly string[] {
  const rows = PERFORMANCE.flatMap(([key, label]) =>
    performance[key].map(({ id, url, detail }) => [label, `#${id}`, code(url), text(detail)]),
  );
  return section('Performance', ['Finding', 'Request', 'URL', 'Reason'], rows, 'No findings.');
}

function schemaLines({ endpoints }: TrafficSchemas): readonly string[] {
  const rows = endpoints.flatMap(({ endpoint, status, changes }) =>
    changes.map(({ path, before, after, id }) => [
      code(`${endpoint} ${status}`),
      code(path),
      before ?? 'not there',
      after ?? 'not there',
      `#${id}`,
    ]),
  );
  return section(
    'Changes of JSON schemas',
    ['Endpoint', 'Path', 'Before', 'After', 'Request'],
    rows,
    'None.',
  );
}

function section(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): readonly string[] {
  if (rows.length === 0) return ['', `## ${title}`, '', none];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return ['', `## ${title}`, '', line(columns), line(columns.map(() => '---')), ...rows.map(line)];
}

/** Escapes a text for a cell of a table, so that it contains no Markdown, HTML or cell separator. */
function text(value: string): string {
  return oneLine(value).replace(/[\\`*_{}[\]()#+!|<>&~]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/**
 * Renders inline code for a cell of a table. The fence is longer than any run of backticks inside; a bar
 * would end the cell.
 */
function code(value: string): string {
  const plain = oneLine(value).replaceAll('|', '¦');
  if (plain === '') return '–';
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = plain.startsWith('`') || plain.endsWith('`') ? ' ' : '';
  return `${fence}${space}${plain}${space}${fence}`;
}

function oneLine(value: string): string {
  return value.replace(/\p{Cc}|\p{Zl}|\p{Zp}|[\u202a-\u202e\u2066-\u2069]/gu, ' ').slice(0, 300);
}

function ms(value: number | null): string {
  return value === null ? '–' : `${value} ms`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
