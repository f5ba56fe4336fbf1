// A load test as a file: which requests of a collection are sent, with what load over time, and what must not be. The
// window and `perf --config` take the same file.
import { z } from 'zod';
import { id, name, text } from './values.ts';

export const MAX_LOAD_STAGES = 100;
export const MAX_LOAD_THRESHOLDS = 20;
export const MAX_WEIGHT = 1000;
const MAX_LOAD = 1_000_000;
const MAX_SECONDS = 86_400;
const MAX_MS = 2_147_483_647;
const MAX_THREADS = 64;

export const loadTest = z.strictObject({
  id,
  name: name.default('New Load Test'),
  /** The id or name of the collection. */
  collection: text.default(''),
  /** Ids or names of folders and requests; empty for all. */
  only: z.array(text).default([]),
  /** Numbers by the id or name of a request or folder; empty to send all of them in order. */
  weights: z.record(text, z.int().min(0).max(MAX_WEIGHT)).default({}),
  /** The id or name of the environment; null for the active one. */
  environment: text.nullable().default(null),
  /** The name of a dataset; null for none. */
  dataset: text.nullable().default(null),
  /** True where each user has a row of its own. */
  dataPerUser: z.boolean().default(false),
  /** The load changes evenly to `to` while a stage lasts, beginning at 0. */
  stages: z
    .array(z.strictObject({ seconds: z.number().min(0).max(MAX_SECONDS), to: z.int().min(0).max(MAX_LOAD) }))
    .max(MAX_LOAD_STAGES)
    .default([
      { seconds: 0, to: 10 },
      { seconds: 30, to: 10 },
    ]),
  /** The unit of the stages: users, or iterations a second. */
  of: z.enum(['users', 'rate']).default('users'),
  /** The users that a rate may use; null for 10. */
  users: z.int().min(1).max(10_000).nullable().default(null),
  thinkTimeMs: z.int().min(0).max(MAX_MS).default(0),
  /** For a random time from `thinkTimeMs` on; null for that alone. */
  maxThinkTimeMs: z.int().min(0).max(MAX_MS).nullable().default(null),
  threads: z.int().min(1).max(MAX_THREADS).default(1),
  /** The time of each request; null for its own. */
  timeoutMs: z.int().min(0).max(MAX_MS).nullable().default(null),
  insecure: z.boolean().default(false),
  /** Conditions that make it fail, such as `p95>300`. */
  thresholds: z.array(text).max(MAX_LOAD_THRESHOLDS).default([]),
  /** Seconds from the start, from which on a threshold that fails ends the test; null to go on. */
  abortAfterSeconds: z.int().min(0).max(MAX_SECONDS).nullable().default(null),
});
export type SavedLoadTest = z.output<typeof loadTest>;
