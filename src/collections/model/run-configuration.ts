// A run configuration: what a run of a collection sends, in which order, with which data, and how. The window and
// `collection run --config` take the same file.
import { z } from 'zod';
import { id, name, text } from './values.ts';

/** Reports that a run can write, by the names of their reporters. */
export const REPORTS = ['json', 'junit', 'html'] as const;

export const MAX_RUN_ITERATIONS = 10_000_000;
export const MAX_RUN_PARALLEL = 1000;
const MAX_MS = 2_147_483_647;

export const runConfiguration = z.strictObject({
  id,
  name: name.default('New Run'),
  /** The id or name of the collection. */
  collection: text.default(''),
  /** Ids or names of folders and requests; empty for all. */
  only: z.array(text).default([]),
  /** True to run them in the order of `only`. */
  isOrdered: z.boolean().default(false),
  /** The id or name of the environment; null for the active one. */
  environment: text.nullable().default(null),
  /** The name of a dataset; null for none. */
  dataset: text.nullable().default(null),
  /** Null for one, or one for each row of the data. */
  iterations: z.int().min(1).max(MAX_RUN_ITERATIONS).nullable().default(null),
  parallel: z.int().min(1).max(MAX_RUN_PARALLEL).default(1),
  delayMs: z.int().min(0).max(MAX_MS).default(0),
  /** The time of each request; null for its own. */
  timeoutMs: z.int().min(0).max(MAX_MS).nullable().default(null),
  /** The time of the whole run; null for no limit. */
  totalTimeoutMs: z.int().min(0).max(MAX_MS).nullable().default(null),
  /** The time of each script, waiting left out; null for the default. */
  scriptTimeoutMs: z.int().min(0).max(MAX_MS).nullable().default(null),
  bail: z.boolean().default(false),
  /** True to fail where a script ended an iteration before its last request. */
  failsOnEarlyEnd: z.boolean().default(false),
  /** True to follow no redirects. */
  ignoreRedirects: z.boolean().default(false),
  insecure: z.boolean().default(false),
  /** True to run the rest when files of the collection cannot be read. */
  allowBroken: z.boolean().default(false),
  /** Variables that are added to those of the environment, and to the globals. */
  envVars: z.record(text, text).default({}),
  globalVars: z.record(text, text).default({}),
  reports: z.array(z.enum(REPORTS)).default([]),
});
export type RunConfiguration = z.output<typeof runConfiguration>;
