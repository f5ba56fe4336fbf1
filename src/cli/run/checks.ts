// The checks of a run: which of them failed, and over what.
import { messageOf } from '../../base/errors.ts';
import type { FoundSecret } from '../../traffic/insights/sections/secrets.ts';
import type { EndpointSchema, SchemaChange } from '../../traffic/insights/sections/schema.ts';
import type { Learnt } from './traffic-analyzer.ts';
import type { RunOptions } from './options.ts';
import { counted, type Failures, type Tally } from './tally.ts';

export interface FailedCheck {
  /** The option, such as `--fail-on-secrets`. */
  readonly flag: string;
  /** What and where; at least one. As it was captured: not fit for a terminal. */
  readonly reasons: readonly string[];
}

/** Reasons of one check that are told. */
const MAX_TOLD = 10;

type Checks = Pick<RunOptions, 'failOn5xx' | 'failOnError' | 'failOnSecrets' | 'failOnSchemaChange'>;

export function failedChecks(checks: Checks, tally: Tally, learnt: Learnt): readonly FailedCheck[] {
  const all: readonly (FailedCheck & { readonly isAsked: boolean })[] = [
    { flag: '--fail-on-5xx', isAsked: checks.failOn5xx, reasons: failures(tally.serverErrors) },
    { flag: '--fail-on-error', isAsked: checks.failOnError, reasons: failures(tally.errors) },
    { flag: '--fail-on-secrets', isAsked: checks.failOnSecrets, reasons: secrets(learnt) },
    { flag: '--fail-on-schema-change', isAsked: checks.failOnSchemaChange, reasons: schemas(learnt) },
  ];
  return all.filter(({ isAsked, reasons }) => isAsked && reasons.length > 0);
}

function failures({ count, named }: Failures): readonly string[] {
  return told(named, count);
}

function secrets(learnt: Learnt): readonly string[] {
  const { high, findings } = learnt.secrets.result(MAX_TOLD);
  const worst = findings.filter(({ severity }) => severity === 'high').map(secretReason);
  return [...told(worst, high), ...unseen(learnt)];
}

function secretReason({ label, side, where, endpoint, id }: FoundSecret): string {
  const place = side === 'request' ? where : `${where} of the response`;
  return `high: ${label} in ${place} of ${endpoint} (request ${id})`;
}

function schemas(learnt: Learnt): readonly string[] {
  const { endpoints } = learnt.schemas.result(Infinity);
  const changes = endpoints.flatMap((endpoint) =>
    endpoint.changes.map((change) => changeReason(endpoint, change)),
  );
  const cut = learnt.schemas.isCut ? ['there are more shapes of JSON than can be compared'] : [];
  return [...told(changes, changes.length), ...cut, ...unseen(learnt)];
}

function changeReason(
  { endpoint, status }: EndpointSchema,
  { path, before, after, id }: SchemaChange,
): string {
  const what =
    before === null
      ? `is new, ${after ?? ''}`
      : after === null
        ? `is gone, was ${before}`
        : `is ${after}, was ${before}`;
  return `${path} of ${endpoint} ${status} ${what} (request ${id})`;
}

/** A check that could not look at everything has not passed. */
function unseen({ missed, fault }: Learnt): readonly string[] {
  const why = fault === null ? '' : `: ${messageOf(fault)}`;
  return missed === 0 ? [] : [`${counted(missed, 'exchange')} could not be looked at${why}`];
}

function told(reasons: readonly string[], count: number): readonly string[] {
  const shown = reasons.slice(0, MAX_TOLD);
  return count > shown.length ? [...shown, `and ${count - shown.length} more`] : shown;
}
