import { expect, test } from 'vitest';
import type { Second } from '../../services/perf/options.ts';
import { remoteWarning } from './remote-warning.ts';

const second = (hosts: Second['hosts'], seconds = 1): Second => ({
  at: 1,
  seconds,
  users: 1,
  requests: 1,
  requestsPerSecond: 1,
  errors: 0,
  averageMs: 1,
  p50Ms: 1,
  p95Ms: 1,
  p99Ms: 1,
  errorKinds: { status: 0, test: 0, none: 0 },
  receivedBytes: 0,
  hosts,
});

function warnings(...all: readonly Second[]): readonly string[] {
  const lines: string[] = [];
  const warn = remoteWarning((line) => lines.push(line));
  for (const each of all) warn(each);
  return lines;
}

test.each<[string, Second['hosts'], number]>([
  ['another machine', { 'a.test': 1001 }, 1],
  ['another machine beside this one', { localhost: 5000, '192.0.2.7': 1500 }, 1],
  ['another machine, in half a second', { 'a.test': 600 }, 0.5],
])('%s is warned of, once', (_, hosts, seconds) => {
  const lines = warnings(second(hosts, seconds), second(hosts, seconds));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`warning: ${Object.keys(hosts).at(-1)!} gets more than 1000 requests a second`);
});

test.each<[string, Second['hosts']]>([
  ['few requests', { 'a.test': 1000 }],
  ['this machine', { localhost: 9000, '127.0.0.1': 9000, '[::1]': 9000, 'api.localhost': 9000 }],
  ['this machine, mapped', { '::ffff:127.0.0.1': 9000 }],
  ['most to this machine', { 'a.test': 10, localhost: 9000 }],
  ['nothing', {}],
])('%s is not', (_, hosts) => {
  expect(warnings(second(hosts))).toEqual([]);
});
