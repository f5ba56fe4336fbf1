// The checks of a run: which of them failed, and why.
import { messageOf } from '../../base/errors.ts';
import type { FoundSecret } from '../../traffic/insights/sections/secrets.ts';
import type { EndpointSchema, SchemaChange } from '../../traffic/insights/sections/schema.ts';
import type { TrafficAnalysis } from './traffic-analyzer.ts';
import type { RunOptions, SchemaCheck } from './options.ts';
import { counted, type Failures, type Tally } from './tally.ts';

export interface FailedCheck {
  /** The option, such as `--fail-on-secrets`. */
  readonly flag: string;
  /** Failures with their locations; at least one. Contains captured text, which must be escaped for a terminal. */
  readonly reasons: readonly string[];
}

/** Maximum number of reasons shown for one check. */
const MAX_REASONS = 10;

type Checks = Pick<RunOptions, 'failOn5xx' | 'failOnError' | 'failOnSecrets' | 'failOnSchemaChange'>;

export function failedChecks(
  checks: Checks,
  tally: Tally,
  analysis: TrafficAnalysis,
): readonly FailedCheck[] {
  const all: readonly (FailedCheck & { readonly isAsked: boolean })[] = [
    { flag: '--fail-on-5xx', isAsked: checks.failOn5xx, reasons: failures(tally.serverErrors) },
    { flag: '--fail-on-error', isAsked: checks.failOnError, reasons: failures(tally.errors) },
    { flag: '--fail-on-secrets', isAsked: checks.failOnSecrets, reasons: secrets(analysis) },
    {
      flag: '--fail-on-schema-change',
      isAsked: checks.failOnSchemaChange !== null,
      reasons: schemas(analysis, checks.failOnSchemaChange),
    },
  ];
  return all.filter(({ isAsked, reasons }) => isAsked && reasons.length > 0);
}

function failures({ count, named }: Failures): readonly string[] {
  return limitedReasons(named, count);
}

function secrets(analysis: TrafficAnalysis): readonly string[] {
  const { high, findings } = analysis.secrets.result(MAX_REASONS);
  const worst = findings.filter(({ severity }) => severity === 'high').map(secretReason);
  return [...limitedReasons(worst, high), ...incomplete(analysis)];
}

function secretReason({ label, side, where, endpoint, id }: FoundSecret): string {
  const location = side === 'request' ? where : `${where} of the response`;
  return `high: ${label} in ${location} of ${endpoint} (request ${id})`;
}

function schemas(analysis: TrafficAnalysis, check: SchemaCheck | null): readonly string[] {
  const { endpoints } = analysis.schemas.result(Infinity);
  const changes = endpoints.flatMap((endpoint) =>
    endpoint.changes
      .filter(({ isBreaking }) => isBreaking || check === 'any')
      .map((change) => changeReason(endpoint, change)),
  );
  const cut = analysis.schemas.isCut ? ['there are more shapes of JSON than can be compared'] : [];
  return [...limitedReasons(changes, changes.length), ...cut, ...incomplete(analysis)];
}

function changeReason(
  { endpoint, status }: EndpointSchema,
  { path, before, after, id, isBreaking }: SchemaChange,
): string {
  const what =
    before === null
      ? `is new, ${after ?? ''}`
      : after === null
        ? `is gone, was ${before}`
        : `is ${after}, was ${before}`;
  return `${path} of ${endpoint} ${status} ${what}: ${isBreaking ? 'breaking' : 'additive'} (request ${id})`;
}

/** Returns why the analysis is incomplete: a check that could not analyze everything has failed. */
function incomplete({ skipped, error }: TrafficAnalysis): readonly string[] {
  const why = error === null ? '' : `: ${messageOf(error)}`;
  return skipped === 0 ? [] : [`${counted(skipped, 'exchange')} could not be analyzed${why}`];
}

function limitedReasons(reasons: readonly string[], count: number): readonly string[] {
  const shown = reasons.slice(0, MAX_REASONS);
  return count > shown.length ? [...shown, `and ${count - shown.length} more`] : shown;
}
