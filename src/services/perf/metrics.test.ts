import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { latencies, latenciesIn } from './latencies.ts';
import { Measurement } from './measurements.ts';
import { metrics } from './metrics.ts';
import { parseThreshold } from './thresholds.ts';

const page = readFileSync(new URL('../../../docs/api-client/perf.md', import.meta.url), 'utf8');

test.each(metrics)('$name is a condition, and documented', ({ name, unit }) => {
  const condition = name.endsWith('%') ? `${name.slice(0, -1)}>1%` : `${name}>1${unit === 'ms' ? 's' : ''}`;
  expect(parseThreshold(condition)).toMatchObject({ metric: name, limit: unit === 'ms' ? 1000 : 1 });
  expect(page).toContain(name.endsWith('%') ? condition : `\`${name}\``);
});

test('figures of latencies are measured, and each is shown', () => {
  const one = new Measurement();
  one.add(4, 1, null);
  expect(Object.keys(one.summary().latency)).toEqual(Object.keys(latencies));
  for (const figure of Object.values(one.summary().latency)) expect(figure).toBeCloseTo(4, 1);
  expect(latenciesIn('totals')).toHaveLength(Object.keys(latencies).length);
});
