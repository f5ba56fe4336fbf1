// The fields that run configurations and load tests share.
import { z } from 'zod';
import { text } from './values.ts';

/** The longest time that a timer of Node.js takes, in milliseconds. */
export const MAX_MS = 2_147_483_647;

export const sources = {
  collection: text.default('').describe('The id or name of the collection'),
  environment: text
    .nullable()
    .default(null)
    .describe('The id or name of the environment; null for the active one'),
  dataset: text.nullable().default(null).describe('The name of a dataset; null for none'),
};

export const connection = {
  timeoutMs: z
    .int()
    .min(0)
    .max(MAX_MS)
    .nullable()
    .default(null)
    .describe('Time of each request, in milliseconds; 0 for no limit, null for its own'),
  insecure: z.boolean().default(false).describe('True not to verify certificates'),
};
