import { expect, test } from 'vitest';
import { loadCommand } from './command.ts';
import { isSetup, type LoadSetup } from './setup-parts.ts';
import {
  clock,
  failIf,
  holdsText,
  kindText,
  loadAt,
  loadParams,
  loadSetup,
  parseThinkTime,
  PATTERN_NAMES,
  patternStages,
  peakOf,
  secondsOf,
  stagesError,
} from './setup.ts';

const SETUP: LoadSetup = { ...loadSetup.get(), collection: 'shop', thinkTime: '' };
const STAGES = [
  { seconds: 30, to: 50 },
  { seconds: 60, to: 50 },
  { seconds: 10, to: 100 },
  { seconds: 20, to: 0 },
];

test.each([
  ['', { thinkTimeMs: 0, maxThinkTimeMs: 0 }],
  ['1', { thinkTimeMs: 1000, maxThinkTimeMs: 1000 }],
  ['0.5 – 2', { thinkTimeMs: 500, maxThinkTimeMs: 2000 }],
  ['2-1', null],
  ['a', null],
  ['4000', null],
])('the think time %j', (text, expected) => {
  expect(parseThinkTime(text)).toEqual(expected);
});

test.each([
  [{ measure: 'p95', is: '<', value: '300' }, 'p95>=300', 'p95 < 300 ms'],
  [{ measure: 'errors%', is: '<', value: '1' }, 'errors>=1%', 'errors < 1 %'],
  [{ measure: 'rps', is: '>', value: '1000' }, 'rps<=1000', 'requests/s > 1,000 /s'],
] as const)('what must hold: %j', (condition, fails, text) => {
  expect(failIf(condition)).toBe(fails);
  expect(holdsText(fails)).toBe(text);
});

test('a condition that is not complete is none; another text stays', () => {
  expect(failIf({ measure: 'p95', is: '<', value: 'x' })).toBeNull();
  expect(holdsText('something')).toBe('something');
});

test('what a load test is started with', () => {
  expect(loadParams({ ...SETUP, stages: STAGES, only: 'f', threads: '2', timeout: '3' })).toEqual({
    collection: 'shop',
    only: ['f'],
    stages: STAGES,
    thinkTimeMs: 0,
    maxThinkTimeMs: 0,
    threads: 2,
    timeoutMs: 3000,
    thresholds: ['errors>=1%'],
  });
  expect(loadParams({ ...SETUP, of: 'rate', stages: STAGES, users: '7' })).toMatchObject({
    rate: 100,
    users: 7,
  });
  for (const wrong of [
    { collection: '' },
    { stages: [] },
    { thinkTime: 'x' },
    { threads: '65' },
    { timeout: '0' },
    { of: 'rate', users: '' },
    { conditions: [{ measure: 'p95', is: '<', value: '' }] },
  ] as const)
    expect(loadParams({ ...SETUP, ...wrong }), JSON.stringify(wrong)).toBeNull();
});

test('stages: their load, what each does, and what is wrong with them', () => {
  expect([0, 15, 30, 60, 95, 110, 120].map((second) => loadAt(STAGES, second))).toEqual([
    0, 25, 50, 50, 75, 50, 0,
  ]);
  expect(STAGES.map((_, at) => kindText(STAGES, at))).toEqual([
    'ramp up',
    'steady',
    'spike',
    'ramp down, requests finish',
  ]);
  expect(stagesError({ of: 'users', stages: STAGES })).toBeNull();
  expect(stagesError({ of: 'users', stages: [{ seconds: 5, to: 1001 }] })).toContain('1,000');
  expect(stagesError({ of: 'rate', stages: [{ seconds: 5, to: 1001 }] })).toBeNull();
  expect(stagesError({ of: 'users', stages: [{ seconds: 4000, to: 1 }] })).toContain('hour');
});

test.each(PATTERN_NAMES)('the pattern %s has the length and the peak of what there is', (name) => {
  const stages = patternStages(name, STAGES);
  expect([secondsOf(stages), peakOf(stages)]).toEqual([120, 100]);
});

test('what another version has kept is checked', () => {
  expect(isSetup(SETUP)).toBe(true);
  for (const wrong of [
    null,
    [],
    {},
    { ...SETUP, stages: [{}] },
    { ...SETUP, of: 'x' },
    { ...SETUP, users: 5 },
  ])
    expect(isSetup(wrong)).toBe(false);
});

test('the command for the same', () => {
  const names = { collection: 'Harbor API', only: 'Checkout', environment: 'Staging', dataset: '' };
  expect(loadCommand({ ...SETUP, stages: STAGES.slice(0, 2), thinkTime: '0.5-2' }, names)).toBe(
    "proxyctl perf 'Harbor API' --stage 30s:50 --stage 60s:50 --folder Checkout -e Staging --think-time 500-2000 --fail-if 'errors>=1%'",
  );
  const rate = {
    of: 'rate',
    users: '9',
    stages: STAGES.slice(2, 3),
    threads: '2',
    timeout: '3',
    insecure: true,
  } as const;
  expect(loadCommand({ ...SETUP, ...rate, conditions: [] }, { ...names, only: '', environment: '' })).toBe(
    "proxyctl perf 'Harbor API' --stage 10s:100 --rate 100 --vus 9 --threads 2 --timeout-request 3000 -k",
  );
});

test('minutes and seconds', () => {
  expect([0, 9, 100, 3600].map(clock)).toEqual(['0:00', '0:09', '1:40', '60:00']);
});
