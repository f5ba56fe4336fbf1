// Writes a load test as a k6 script (https://grafana.com/docs/k6/latest/): the same users, profile, requests and
// thresholds, for more load than one machine can generate. Features without an equivalent in k6 are listed.
import { stepsOf } from '../../../runs/runner/steps.ts';
import { valuesOf } from '../../../collections/variables/scopes.ts';
import type { LoadTestOptions } from '../options.ts';
import { mixOf } from '../mix.ts';
import { pointsOf } from '../profile.ts';
import { checkThresholds, isNamed } from '../thresholds.ts';
import { requestSource } from './request.ts';
import { RUNTIME } from './runtime.ts';
import { k6Thresholds } from './thresholds.ts';
import { stageSource, turnsSource } from './turns.ts';

export interface K6Script {
  readonly source: string;
  /** Sentences, each about something that is left out. */
  readonly warnings: readonly string[];
}

type K6Options = Pick<
  LoadTestOptions,
  | 'collection'
  | 'only'
  | 'environment'
  | 'globals'
  | 'data'
  | 'insecure'
  | 'users'
  | 'durationMs'
  | 'profile'
  | 'stages'
  | 'rate'
  | 'thinkTimeMs'
  | 'maxThinkTimeMs'
  | 'timeoutMs'
  | 'weights'
  | 'dataPerUser'
  | 'thresholds'
  | 'abortAfterSeconds'
>;

export function k6Script(options: K6Options): K6Script {
  const { collection, environment, globals, data } = options;
  const steps = stepsOf(collection, options.only);
  checkThresholds(options.thresholds, { steps, stages: options.stages });
  const named = options.thresholds.flatMap(({ scope }) => (scope?.type === 'request' ? [scope.name] : []));
  const requests = steps.map((step) => {
    const { request, folders } = step;
    const tag = named.find((each) => isNamed({ name: request.name, folders }, each)) ?? null;
    return requestSource(step, { timeoutMs: options.timeoutMs, tag });
  });
  const thresholds = k6Thresholds(options.thresholds, options.abortAfterSeconds);
  const turns = turnsSource(
    mixOf(steps, options.weights),
    requests.map(({ lines }) => lines),
    options.dataPerUser,
  );
  const stages = stageSource(
    options.stages,
    options.thresholds.some(({ scope }) => scope?.type === 'stage'),
  );
  const variables = Object.fromEntries([
    ...valuesOf(globals),
    ...valuesOf(collection.variables),
    ...valuesOf(environment?.variables ?? []),
  ]);
  const source = [
    `// The load test of the collection ${oneLine(collection.name)}, written by proxyctl perf --export-k6.`,
    "import http from 'k6/http';",
    "import { check, group, sleep } from 'k6';",
    "import encoding from 'k6/encoding';",
    "import exec from 'k6/execution';",
    "import { Counter, Rate } from 'k6/metrics';",
    '',
    `export const options = ${json({
      scenarios: { load: scenarioOf(options) },
      ...(Object.keys(thresholds.all).length > 0 && { thresholds: thresholds.all }),
      ...(options.insecure && { insecureSkipTLSVerify: true }),
      noCookiesReset: true,
    })};`,
    '',
    '// Variables of this user. Those of the command line (k6 run -e NAME=VALUE) come first.',
    `const variables = Object.assign(${json(variables)}, __ENV);`,
    `const rows = ${json(data)};`,
    ...new Set(requests.flatMap(({ init }) => init)),
    ...turns.init,
    ...stages.init,
    RUNTIME,
    'export default function () {',
    ...[...stages.lines, ...turns.lines].map((line) => `  ${line}`),
    ...pauseOf(options),
    '}',
    '',
  ].join('\n');
  return { source, warnings: [...requests.flatMap(({ warnings }) => warnings), ...thresholds.warnings] };
}

function pauseOf({ thinkTimeMs, maxThinkTimeMs }: K6Options): readonly string[] {
  if (maxThinkTimeMs === 0) return [];
  const more = maxThinkTimeMs - thinkTimeMs;
  const random = more === 0 ? '' : ` + Math.random() * ${more / 1000}`;
  return [`  sleep(${thinkTimeMs / 1000}${random});`];
}

function scenarioOf({ users, rate, durationMs, profile, stages: own }: K6Options): object {
  const duration = `${durationMs}ms`;
  const points = pointsOf(profile, own);
  const level = (load: number): number =>
    rate === null
      ? Math.max(profile === 'stages' ? 0 : 1, Math.round(users * load))
      : Math.round(rate * load);
  const stages = points.slice(1).map(({ at, load }, index) => ({
    duration: `${Math.round((at - points[index]!.at) * durationMs)}ms`,
    target: level(load),
  }));
  const pool = { timeUnit: '1s', preAllocatedVUs: users, maxVUs: users };
  if (profile === 'fixed')
    return rate === null
      ? { executor: 'constant-vus', vus: users, duration }
      : { executor: 'constant-arrival-rate', rate, duration, ...pool };
  const start = level(points[0]!.load);
  return rate === null
    ? { executor: 'ramping-vus', startVUs: start, stages, gracefulRampDown: '5s', gracefulStop: '5s' }
    : { executor: 'ramping-arrival-rate', startRate: start, stages, ...pool };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function oneLine(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, ' ');
}
