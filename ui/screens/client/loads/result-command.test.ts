import { expect, test } from 'vitest';
import { resultCommand } from './result-command.ts';

const RAN = {
  name: "Bo's shop",
  collection: 'shop-id',
  environment: null,
  dataset: null,
  only: [],
  weights: {},
  dataPerUser: false,
  profile: 'fixed',
  stages: [],
  users: 5,
  rate: null,
  durationMs: 1500,
  further: {},
  thresholds: [],
};
const names: Readonly<Record<string, string>> = { f1: 'Carts', r1: 'Read cart', d1: 'buyers' };
const command = (more: object): string => resultCommand({ ...RAN, ...more }, (id) => names[id] ?? id);

test.each<[object, string]>([
  [{}, "proxyctl perf 'Bo'\\''s shop' --duration 1.5 --vus 5"],
  [
    {
      name: 'Shop',
      profile: 'spike',
      only: ['f1'],
      environment: 'Staging',
      dataset: 'd1',
      dataPerUser: true,
    },
    'proxyctl perf Shop --duration 1.5 --profile spike --vus 5 --folder Carts -e Staging -d buyers --data-per-user',
  ],
  [
    {
      name: 'Shop',
      stages: [{ seconds: 30, to: 20 }],
      weights: { r1: 3 },
      thresholds: [{ text: 'p95>300' }],
    },
    "proxyctl perf Shop --stage 30s:20 --weight 'Read cart=3' --fail-if 'p95>300'",
  ],
  [
    {
      name: 'Shop',
      stages: [{ seconds: 10, to: 50 }],
      rate: 50,
      further: {
        thinkTimeMs: 5,
        maxThinkTimeMs: 9,
        threads: 2,
        timeoutMs: 700,
        insecure: true,
        abortAfterSeconds: 3,
      },
    },
    'proxyctl perf Shop --stage 10s:50 --rate 50 --vus 5 --think-time 5-9 --threads 2 --timeout-request 700 -k --abort-on-fail 3',
  ],
])('%j', (more, expected) => {
  expect(command(more)).toBe(expected);
});
