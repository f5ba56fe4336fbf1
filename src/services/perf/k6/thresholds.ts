// The thresholds of a load test as k6 has them.
import { metricNamed } from '../metrics.ts';
import type { Threshold, ThresholdScope } from '../thresholds.ts';

type K6Threshold =
  | string
  | { readonly threshold: string; readonly abortOnFail: true; readonly delayAbortEval: string };

interface K6Thresholds {
  readonly all: Readonly<Record<string, readonly K6Threshold[]>>;
  readonly warnings: readonly string[];
}

/** k6 states what must hold, `--fail-if` what must not. */
const OPPOSITE = { '>': '<=', '>=': '<', '<': '>=', '<=': '>' } as const;

/** `abortAfterSeconds`: null for thresholds that end no test. */
export function k6Thresholds(
  thresholds: readonly Threshold[],
  abortAfterSeconds: number | null,
): K6Thresholds {
  const all: Record<string, K6Threshold[]> = {};
  const warnings: string[] = [];
  for (const { metric, operator, limit, text, scope } of thresholds) {
    if (scope !== null && metric === 'rps') {
      warnings.push(
        `the condition ${text} is left out: k6 divides the requests by the time of the whole test`,
      );
      continue;
    }
    const { k6, unit } = metricNamed(metric)!;
    const [name, value] = k6;
    const holds = `${value}${OPPOSITE[operator]}${unit === '%' ? limit / 100 : limit}`;
    (all[`${name}${selector(scope)}`] ??= []).push(
      abortAfterSeconds === null || operator.startsWith('<')
        ? holds
        : { threshold: holds, abortOnFail: true, delayAbortEval: `${abortAfterSeconds}s` },
    );
  }
  return { all, warnings };
}

function selector(scope: ThresholdScope | null): string {
  if (scope === null) return '';
  return scope.type === 'stage' ? `{stage:${scope.number}}` : `{request:${requestTag(scope.name)}}`;
}

/** Returns the name of a request as the value of a tag: some characters end a value in a threshold. */
export function requestTag(name: string): string {
  return name.replace(/[{}:,"\\\s]+/g, ' ').trim();
}
