// The report of a load test: one HTML file with charts. It has no script and loads nothing.
import { escapeHtml } from '../../../base/escape-html.ts';
import { htmlPage } from '../../../base/html-page.ts';
import { byteSize } from '../../../base/printable.ts';
import { latenciesIn } from '../latencies.ts';
import type { LoadTestResult } from '../result.ts';
import type { RequestSummary } from '../measurements.ts';
import { chart } from './chart.ts';
import { STYLE } from './style.ts';

const LATENCIES = latenciesIn('report');

/** Returns the report as JSON. `crossed` is the sentences of the crossed thresholds. */
export function jsonReport(result: LoadTestResult, crossed: readonly string[]): string {
  return `${JSON.stringify({ ...result, failedThresholds: crossed }, null, 2)}\n`;
}

/** Renders the report. `crossed` is the sentences of the crossed thresholds. */
export function htmlReport(result: LoadTestResult, crossed: readonly string[]): string {
  const title = `Load test of ${result.collection}`;
  return htmlPage(
    { title, style: STYLE },
    `<main>
<h1>${escapeHtml(title)}</h1>
<p class="quiet">${about(result)}</p>
${crossed.map((sentence) => `<p class="bad">Failed: ${escapeHtml(sentence)}</p>`).join('\n')}
${result.stopped === null ? '' : `<p class="bad">The test ended early: ${escapeHtml(result.stopped)}</p>`}
<dl>${figures(result)
      .map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`)
      .join('')}</dl>
${charts(result)}
<h2>Requests</h2>
${requestTable(result)}
${stageTable(result)}
${errorTable(result.perRequest)}
</main>`,
  );
}

function about({ environment, profile, users, rate, startedAt, durationMs }: LoadTestResult): string {
  return [
    ...(environment === null ? [] : [`environment ${escapeHtml(environment)}`]),
    `profile ${profile}`,
    rate === null ? `${users} users` : `${rate} iterations a second, at most ${users} at a time`,
    `${(durationMs / 1000).toFixed(1)} s from ${new Date(startedAt).toISOString()}`,
  ].join(' · ');
}

function figures(result: LoadTestResult): readonly (readonly [string, string])[] {
  const { requests, errors, requestsPerSecond, receivedBytes } = result;
  const share = requests === 0 ? 0 : (errors / requests) * 100;
  return [
    ['Requests', requests.toLocaleString('en')],
    ['Requests a second', requestsPerSecond.toLocaleString('en', { maximumFractionDigits: 1 })],
    ['Errors', `${errors} (${share.toFixed(2)} %)`],
    ...LATENCIES.map(({ title, of }) => [title, ms(of(result))] as const),
    ['Received', byteSize(receivedBytes)],
  ];
}

function charts({ seconds }: LoadTestResult): string {
  const times = seconds.map(({ at }) => at);
  return [
    chart({
      title: 'Requests and errors a second',
      times,
      series: [
        { name: 'requests', values: seconds.map(({ requestsPerSecond }) => requestsPerSecond) },
        { name: 'errors', values: seconds.map(({ errors }) => errors) },
      ],
    }),
    chart({
      title: 'Latency, ms',
      times,
      series: [
        { name: 'average', values: seconds.map(({ averageMs }) => averageMs) },
        { name: 'p95', values: seconds.map(({ p95Ms }) => p95Ms) },
      ],
    }),
    chart({
      title: 'Active users',
      times,
      series: [{ name: 'users', values: seconds.map(({ users }) => users) }],
    }),
  ].join('\n');
}

function requestTable({ perRequest }: LoadTestResult): string {
  const head = ['Request', 'Requests', 'Errors', ...LATENCIES.map(({ title }) => title), 'Statuses'];
  return table(
    'Requests',
    head,
    perRequest.map(({ method, folders, name, requests, errors, statuses, ...figured }) => [
      `${escapeHtml(method)} ${[...folders, name].map(escapeHtml).join(' / ')}`,
      String(requests),
      errors === 0 ? '0' : `<span class="bad">${errors}</span>`,
      ...LATENCIES.map(({ of }) => ms(of(figured))),
      Object.entries(statuses)
        .map(([status, count]) => `${status} × ${count}`)
        .join(', '),
    ]),
  );
}

/** A profile of one stage has the figures of the test. */
function stageTable({ stages, perStage }: LoadTestResult): string {
  if (perStage.length < 2) return '';
  const head = ['Stage', 'Requests', 'Errors', ...LATENCIES.map(({ title }) => title), 'Load'];
  const rows = perStage.map((stage) => [
    `${stage.stage}, ${(stage.durationMs / 1000).toFixed(1)} s`,
    String(stage.requests),
    String(stage.errors),
    ...LATENCIES.map(({ of }) => ms(of(stage))),
    `to ${stages[stage.stage - 1]?.to ?? 0}`,
  ]);
  return `<h2>Stages</h2>\n${table('Stages', head, rows)}`;
}

function errorTable(perRequest: readonly RequestSummary[]): string {
  const rows = perRequest.flatMap(({ method, name, reasons }) =>
    Object.entries(reasons).map(([reason, count]) => [
      `${escapeHtml(method)} ${escapeHtml(name)}`,
      String(count),
      escapeHtml(reason),
    ]),
  );
  return rows.length === 0
    ? ''
    : `<h2>Errors</h2>\n${table('Errors', ['Request', 'Number', 'Reason'], rows)}`;
}

/** Cells are HTML; those between the first and the last column are numbers. */
function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const kind = (index: number): string => (index > 0 && index < head.length - 1 ? ' class="number"' : '');
  const cells = (row: readonly string[]): string =>
    row.map((cell, index) => `<td${kind(index)}>${cell}</td>`).join('');
  return `<div class="wide" role="region" aria-label="${title}" tabindex="0"><table>
<thead><tr>${head.map((name, index) => `<th scope="col"${kind(index)}>${name}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}</tbody>
</table></div>`;
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ms`;
}
