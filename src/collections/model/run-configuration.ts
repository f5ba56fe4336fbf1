// A run configuration: what a run of a collection sends, in which order, with which data, and how. The window and
// `collection run --config` take the same file.
import { z } from 'zod';
import { connection, MAX_MS, sources } from './shared-fields.ts';
import { id, name, strict, text } from './values.ts';

/** Reports that a run can write, by the names of their reporters. */
export const REPORTS = ['json', 'junit', 'html'] as const;

export const MAX_RUN_ITERATIONS = 10_000_000;
export const MAX_RUN_PARALLEL = 1000;

export const runConfiguration = strict({
  id,
  name: name.default('New Run'),
  collection: sources.collection,
  only: z.array(text).default([]).describe('Ids or names of folders and requests to run; empty for all'),
  isOrdered: z.boolean().default(false).describe('True to run them in the order of `only`'),
  environment: sources.environment,
  dataset: sources.dataset,
  iterations: z
    .int()
    .min(1)
    .max(MAX_RUN_ITERATIONS)
    .nullable()
    .default(null)
    .describe('Number of iterations; null for one, or one for each row of the data'),
  parallel: z
    .int()
    .min(1)
    .max(MAX_RUN_PARALLEL)
    .default(1)
    .describe('Iterations at a time, each with variables and cookies of its own'),
  delayMs: z.int().min(0).max(MAX_MS).default(0).describe('Pause between requests, in milliseconds'),
  timeoutMs: connection.timeoutMs,
  totalTimeoutMs: z
    .int()
    .min(0)
    .max(MAX_MS)
    .nullable()
    .default(null)
    .describe('Time of the whole run, in milliseconds; null for no limit'),
  scriptTimeoutMs: z
    .int()
    .min(0)
    .max(MAX_MS)
    .nullable()
    .default(null)
    .describe('Time of each script without waiting, in milliseconds; null for the default'),
  bail: z.boolean().default(false).describe('True to stop at the first error or failing test'),
  failsOnEarlyEnd: z
    .boolean()
    .default(false)
    .describe('True to fail where a script ended an iteration before its last request'),
  ignoreRedirects: z.boolean().default(false).describe('True to follow no redirects'),
  insecure: connection.insecure,
  allowBroken: z
    .boolean()
    .default(false)
    .describe('True to run the rest when files of the collection cannot be read'),
  envVars: z.record(text, text).default({}).describe('Variables added to those of the environment'),
  globalVars: z.record(text, text).default({}).describe('Variables added to the globals'),
  reports: z.array(z.enum(REPORTS)).default([]).describe('Reports that the run writes'),
});
export type RunConfiguration = z.output<typeof runConfiguration>;
