// A load test as a file: which requests of a collection are sent, with what load over time, and what must not be. The
// window and `perf --config` take the same file.
import { z } from 'zod';
import { connection, MAX_MS, sources } from './shared-fields.ts';
import { id, name, strict, text } from './values.ts';

export const MAX_LOAD_STAGES = 100;
export const MAX_LOAD_THRESHOLDS = 20;
export const MAX_WEIGHT = 1000;
const MAX_LOAD = 1_000_000;
const MAX_SECONDS = 86_400;
const MAX_THREADS = 64;

const stage = strict({
  seconds: z.number().min(0).max(MAX_SECONDS).describe('How long it lasts, in seconds'),
  to: z.int().min(0).max(MAX_LOAD).describe('The load at its end; the load changes evenly until then'),
});

export const loadTest = strict({
  id,
  name: name.default('New Load Test'),
  collection: sources.collection,
  only: z.array(text).default([]).describe('Ids or names of folders and requests to send; empty for all'),
  weights: z
    .record(text, z.int().min(0).max(MAX_WEIGHT))
    .default({})
    .describe('Numbers by the id or name of a request or folder; empty to send all of them in order'),
  environment: sources.environment,
  dataset: sources.dataset,
  dataPerUser: z.boolean().default(false).describe('True where each user has a row of its own'),
  stages: z
    .array(stage)
    .max(MAX_LOAD_STAGES)
    .default([
      { seconds: 0, to: 10 },
      { seconds: 30, to: 10 },
    ])
    .describe('The load over time, beginning at 0'),
  of: z
    .enum(['users', 'rate'])
    .default('users')
    .describe('The unit of the stages: users, or iterations a second'),
  users: z
    .int()
    .min(1)
    .max(10_000)
    .nullable()
    .default(null)
    .describe('The users that a rate may use; null for 10'),
  thinkTimeMs: z
    .int()
    .min(0)
    .max(MAX_MS)
    .default(0)
    .describe('Pause of a user between requests, in milliseconds'),
  maxThinkTimeMs: z
    .int()
    .min(0)
    .max(MAX_MS)
    .nullable()
    .default(null)
    .describe('For a random pause from `thinkTimeMs` on, in milliseconds; null for that alone'),
  threads: z.int().min(1).max(MAX_THREADS).default(1).describe('Worker threads that send'),
  timeoutMs: connection.timeoutMs,
  insecure: connection.insecure,
  thresholds: z
    .array(text)
    .max(MAX_LOAD_THRESHOLDS)
    .default([])
    .describe('Conditions that make it fail, such as `p95>300`'),
  abortAfterSeconds: z
    .int()
    .min(0)
    .max(MAX_SECONDS)
    .nullable()
    .default(null)
    .describe('Seconds from the start, from which on a threshold that fails ends the test; null to go on'),
});
export type SavedLoadTest = z.output<typeof loadTest>;
