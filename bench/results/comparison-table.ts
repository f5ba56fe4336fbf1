// The table of a comparison of proxies: rate, CPU time per request, and their ratios.
import type { Comparison, Sample } from './compare.ts';
import { figure, percent, range } from './format.ts';
import type { Table } from '../measures/contract.ts';

export interface Unit {
  /** The counted unit in singular and plural, such as `body` and `bodies`. */
  readonly one: string;
  readonly many: string;
  /** The unit of CPU time. */
  readonly time: 'µs' | 'ms';
}

/** Returns the CPU seconds per request. */
export function cpuEach({ cpu, requests }: Sample): number {
  return cpu / requests;
}

/** Returns the table; a ratio whose base did not take part is left out. */
export function comparisonTable(
  title: string,
  comparison: Comparison,
  names: readonly string[],
  { one, many, time }: Unit,
  notes: readonly string[] = [],
): Table {
  const scale = time === 'µs' ? 1e6 : 1e3;
  const bases = ['node-http', 'relay'].filter((name) => names.includes(name));
  return {
    title,
    columns: [
      'Proxy',
      `${many}/s`,
      `CPU ${time}/${one}`,
      ...bases.map((base) => `CPU × ${base}`),
      'p50 ms',
      'p99 ms',
      'Core busy',
    ],
    rows: names.map((name) => [
      name,
      figure(comparison.median(name, ({ requests, seconds }) => requests / seconds)),
      figure(scale * comparison.median(name, cpuEach)),
      ...bases.map((base) => (base === name ? '1' : range(comparison.paired(name, base, cpuEach)))),
      figure(comparison.median(name, ({ p50 }) => p50)),
      figure(comparison.median(name, ({ p99 }) => p99)),
      percent(comparison.median(name, ({ cpu, seconds }) => cpu / seconds)),
    ]),
    notes: [...comparison.notes, ...notes],
    data: comparison.data,
  };
}
