// A load test as its file has it, and as the screen has it.
import type { SavedLoadTest } from '../../../../src/session/methods/ui-types.ts';
import { conditionOf } from './conditions.ts';
import type { LoadSetup } from './setup-parts.ts';
import { EMPTY, numbersOf } from './setup.ts';

export type SavedFields = Omit<SavedLoadTest, 'id' | 'name'>;

/** Returns the fields for the file; null while something that was typed is wrong. */
export function fieldsOf(setup: LoadSetup): SavedFields | null {
  const numbers = numbersOf(setup);
  if (numbers === null) return null;
  const { collection, only, environment, dataset, dataPerUser, stages, of, insecure } = setup;
  const { thinkTimeMs, maxThinkTimeMs, users, threads, timeoutMs, weights, thresholds, abortAfterSeconds } =
    numbers;
  return {
    collection,
    only: [...only],
    weights: { ...weights },
    environment: environment === '' ? null : environment,
    dataset: dataset === '' ? null : dataset,
    dataPerUser,
    stages: [...stages],
    of,
    users,
    thinkTimeMs,
    maxThinkTimeMs: maxThinkTimeMs === thinkTimeMs ? null : maxThinkTimeMs,
    threads,
    timeoutMs,
    insecure,
    thresholds: [...thresholds],
    abortAfterSeconds,
  };
}

/** Returns the set-up of a file. Fields with their default values may be absent. */
export function setupOf(fields: Partial<SavedFields>): LoadSetup {
  const { thinkTimeMs = 0, maxThinkTimeMs = null, abortAfterSeconds = null, timeoutMs = null } = fields;
  const seconds = (ms: number): string => String(ms / 1000);
  return {
    collection: fields.collection ?? '',
    only: fields.only ?? [],
    weights: Object.fromEntries(
      Object.entries(fields.weights ?? {}).map(([id, weight]) => [id, String(weight)]),
    ),
    environment: fields.environment ?? '',
    dataset: fields.dataset ?? '',
    dataPerUser: fields.dataPerUser ?? false,
    of: fields.of ?? 'users',
    stages: fields.stages ?? EMPTY.stages,
    users: String(fields.users ?? 10),
    thinkTime:
      maxThinkTimeMs === null || maxThinkTimeMs === thinkTimeMs
        ? thinkTimeMs === 0
          ? ''
          : seconds(thinkTimeMs)
        : `${seconds(thinkTimeMs)}-${seconds(maxThinkTimeMs)}`,
    threads: String(fields.threads ?? 1),
    timeout: timeoutMs === null ? '' : seconds(timeoutMs),
    insecure: fields.insecure ?? false,
    conditions: (fields.thresholds ?? []).map(conditionOf),
    aborts: abortAfterSeconds !== null,
    abortFrom: abortAfterSeconds === null || abortAfterSeconds === 0 ? '' : String(abortAfterSeconds),
  };
}
