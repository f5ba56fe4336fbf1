// The report of a benchmark run as Markdown: for the terminal, and for docs/performance-tables.md.
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../bench.ts';
import { figure, markdownTable } from './format.ts';
import { targetOutcome, type Measured, type Table, type Target } from '../measures/contract.ts';

/** The results of a run, serialisable as JSON. */
export interface Report {
  readonly date: string;
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly system: string;
  /** Cores of each part; null when nothing was pinned. */
  readonly pinned: Bench['cores'];
  readonly build: string;
  readonly effort: Bench['effort'];
  readonly measured: readonly (Measured & { readonly name: string })[];
  /** Measures that could not be taken, with the reason. */
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
}

export function newReport(bench: Bench, results: Pick<Report, 'measured' | 'failed'>): Report {
  const cpus = os.cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    system: `${os.type()} ${os.release()}`,
    pinned: bench.cores,
    build: bench.built.type,
    effort: bench.effort,
    ...results,
  };
}

export function targetsOf({ measured }: Report): readonly Target[] {
  return measured.flatMap(({ targets = [] }) => targets);
}

export function markdown(report: Report): string {
  const targets = targetsOf(report);
  return [
    introduction(report),
    ...(targets.length > 0 ? [markdownTable(targetTable(targets))] : []),
    ...report.measured.flatMap(({ tables }) => tables.map(markdownTable)),
    ...report.failed.map(({ name, reason }) => `**${name} could not be measured**: ${reason}`),
  ].join('\n\n');
}

const PAGE = fileURLToPath(new URL('../../docs/performance-tables.md', import.meta.url));
const [START, END] = ['<!-- bench:start -->', '<!-- bench:end -->'];

/** Writes the tables between the page's markers. Throws an Error when they are missing. */
export function writePage(text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start) throw new Error(`${PAGE} has no ${START} with ${END} behind it`);
  writeFileSync(PAGE, `${page.slice(0, start + START.length)}\n\n${text}\n\n${page.slice(end)}`);
}

function introduction({ date, node, cpu, cores, system, pinned, build, effort }: Report): string {
  const where =
    pinned === null
      ? 'nothing pinned'
      : `proxy on core ${pinned.subject}, load generator on core ${pinned.load}, origin on core ${pinned.origin}`;
  return `${date}, Node ${node} on ${system}; ${cpu}, ${cores} cores (${where}); ours from its ${build}; ${effort.rounds} rounds of ${effort.seconds} s.`;
}

function targetTable(targets: readonly Target[]): Table {
  return {
    title: 'Targets',
    columns: ['Target', 'Limit', 'Measured', 'Outcome'],
    rows: targets.map((target) => [
      target.name,
      `≤ ${target.limit} ${target.unit}`,
      `${figure(target.value)} ${target.unit}`,
      targetOutcome(target),
    ]),
  };
}
