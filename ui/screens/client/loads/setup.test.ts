import { expect, test } from 'vitest';
import { loadCommand } from './command.ts';
import { conditionOf, failIf, figureOf, holdsText } from './conditions.ts';
import { fieldsOf, setupOf, type SavedFields } from './saved-setup.ts';
import { isSetup, type LoadSetup } from './setup-parts.ts';
import {
  clock,
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
  [{ measure: 'p95', about: '', is: '<', value: '300' }, 'p95>=300', 'p95 < 300 ms'],
  [{ measure: 'errors%', about: '', is: '≤', value: '1' }, 'errors>1%', 'errors ≤ 1 %'],
  [
    { measure: 'rps', about: 'stage:2', is: '>', value: '1000' },
    'rps{stage:2}<=1000',
    'requests/s in stage 2 > 1,000 /s',
  ],
  [
    { measure: 'avg', about: 'Orders/List', is: '<', value: '5' },
    'avg{Orders/List}>=5',
    'avg of Orders/List < 5 ms',
  ],
] as const)('what must hold: %j', (condition, fails, text) => {
  expect(failIf(condition)).toBe(fails);
  expect(conditionOf(fails)).toEqual(condition);
  expect(holdsText(fails)).toBe(text);
  expect(figureOf(fails)).toBe(condition.about === '' ? condition.measure : null);
});

test('a saved load test is the same on the screen and in its file', () => {
  const fields = {
    collection: 'shop',
    only: ['a', 'b'],
    weights: { a: 3, b: 0 },
    environment: 'e',
    dataset: 'people',
    dataPerUser: true,
    stages: STAGES,
    of: 'rate',
    users: 7,
    thinkTimeMs: 500,
    maxThinkTimeMs: 2000,
    threads: 2,
    timeoutMs: 3000,
    insecure: true,
    thresholds: ['p95{a}>300', 'errors{stage:2}>=1%'],
    abortAfterSeconds: 5,
  } satisfies SavedFields;
  expect(fieldsOf(setupOf(fields))).toEqual(fields);
  // Seconds in a threshold are milliseconds on the screen.
  expect(fieldsOf(setupOf({ thresholds: ['p95>1s'] }))?.thresholds).toEqual(['p95>1000']);
  expect(fieldsOf({ ...SETUP, weights: { a: 'x' } })).toBeNull();
});

test('a condition that is not complete is none; another text stays', () => {
  expect(failIf({ measure: 'p95', about: '', is: '<', value: 'x' })).toBeNull();
  expect(holdsText('something')).toBe('something');
});

test('what a load test is started with', () => {
  expect(loadParams({ ...SETUP, stages: STAGES, only: ['f'], threads: '2', timeout: '3' })).toEqual({
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
    { conditions: [{ measure: 'p95', about: '', is: '<', value: '' }] },
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
  const names = {
    collection: 'Harbor API',
    only: ['Checkout'],
    weights: {},
    environment: 'Staging',
    dataset: '',
  };
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
  expect(loadCommand({ ...SETUP, ...rate, conditions: [] }, { ...names, only: [], environment: '' })).toBe(
    "proxyctl perf 'Harbor API' --stage 10s:100 --rate 100 --vus 9 --threads 2 --timeout-request 3000 -k",
  );
});

test('the command with weights, rows of users, and an early end', () => {
  const names = { collection: 'Harbor', only: [], weights: { Pay: '3' }, environment: '', dataset: 'people' };
  const more = { weights: { p: '3' }, dataPerUser: true, aborts: true, abortFrom: '5' } as const;
  expect(loadCommand({ ...SETUP, ...more, stages: STAGES.slice(0, 1) }, names)).toBe(
    "proxyctl perf Harbor --stage 30s:50 --weight 'Pay=3' -d people --data-per-user --fail-if 'errors>=1%' --abort-on-fail 5",
  );
});

test('minutes and seconds', () => {
  expect([0, 9, 100, 3600].map(clock)).toEqual(['0:00', '0:09', '1:40', '60:00']);
});
