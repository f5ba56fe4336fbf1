// The checks of a run: their results, and the reasons for failures.
import { messageOf } from '../../base/errors.ts';
import { shown } from '../../traffic/insights/shown.ts';
import type { CheckOutcome } from '../../traffic/insights/report/run-facts.ts';
import { violationText, type ContractReport } from '../../traffic/insights/report/contract.ts';
import type { FoundSecret } from '../../traffic/insights/sections/secrets.ts';
import type { EndpointSchema, SchemaChange } from '../../traffic/insights/sections/schema.ts';
import type { TrafficAnalysis } from './traffic-analyzer.ts';
import type { RunOptions, SchemaCheck } from './options.ts';
import { counted, type Failures, type Tally } from './tally.ts';

/** Maximum number of reasons shown for one check. */
const MAX_REASONS = 10;

type Checks = Pick<
  RunOptions,
  'failOn5xx' | 'failOnError' | 'failOnSecrets' | 'failOnSchemaChange' | 'failOnContract'
>;

/** Returns the outcome of each requested check. Its reasons contain no secrets. */
export function checkOutcomes(
  checks: Checks,
  tally: Tally,
  analysis: TrafficAnalysis,
): readonly CheckOutcome[] {
  const { failOnSchemaChange } = checks;
  const all: readonly (readonly [flag: string, isAsked: boolean, reasons: () => readonly string[]])[] = [
    ['--fail-on-5xx', checks.failOn5xx, () => failures(tally.serverErrors)],
    ['--fail-on-error', checks.failOnError, () => failures(tally.errors)],
    ['--fail-on-secrets', checks.failOnSecrets, () => secrets(analysis)],
    ['--fail-on-schema-change', failOnSchemaChange !== null, () => schemas(analysis, failOnSchemaChange)],
    ['--fail-on-contract', checks.failOnContract, () => contractReasons(analysis.contract)],
  ];
  return all
    .filter(([, isAsked]) => isAsked)
    .map(([flag, , reasonsOf]) => {
      const reasons = shown(reasonsOf());
      return { flag, hasPassed: reasons.length === 0, reasons };
    });
}

function failures({ count, named }: Failures): readonly string[] {
  return limitedReasons(named, count);
}

function secrets(analysis: TrafficAnalysis): readonly string[] {
  const { high, findings } = analysis.secrets.result(MAX_REASONS);
  const worst = findings.filter(({ severity }) => severity === 'high').map(secretReason);
  return [...limitedReasons(worst, high), ...incomplete(analysis)];
}

function secretReason({ label, side, where, endpoint, id, fingerprint, places }: FoundSecret): string {
  const location = side === 'request' ? where : `${where} of the response`;
  const more = places.length > 1 ? ` and ${counted(places.length - 1, 'other place')}` : '';
  return `high: ${label} in ${location} of ${endpoint}${more} (request ${id}, ${fingerprint})`;
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

function contractReasons(contract: ContractReport | null): readonly string[] {
  if (contract === null) return [];
  const { checked, hosts, failed } = contract;
  // A check that examined nothing says nothing about the API.
  const unused =
    checked > 0
      ? []
      : [
          hosts.length === 0
            ? 'there was no exchange to check'
            : `there was no exchange with ${hosts.join(', ')} or a server on this machine`,
        ];
  const skipped = failed === 0 ? [] : [`${counted(failed, 'exchange')} could not be checked`];
  return [...contractViolations(contract), ...unused, ...skipped];
}

/** Returns the first kinds of violations, one sentence each. */
export function contractViolations({ violations }: ContractReport): readonly string[] {
  return limitedReasons(violations.slice(0, MAX_REASONS).map(violationText), violations.length);
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
