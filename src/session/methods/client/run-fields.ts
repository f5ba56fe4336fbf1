// Schemas of runs that methods of the window share.
import { z } from 'zod';
import { runConfiguration } from '../../../collections/model/run-configuration.ts';
import { flag, wholeNumber } from '../fields.ts';
import { anyObject, reference } from '../workspace/fields.ts';
import { channelId, selection } from './live-fields.ts';

/** The subject of a run, by which an earlier one is the same. */
export const subject = {
  collection: reference,
  only: selection,
  isOrdered: flag.optional().describe('Run them in the order of only'),
  environment: reference.optional(),
  dataset: reference.optional(),
} as const;

export const runChannel = { channel: channelId } as const;
export const rowIndex = wholeNumber(0, Number.MAX_SAFE_INTEGER);

/** A run of the history. */
export const pastRun = z.strictObject({
  id: z.string(),
  collection: z.strictObject({ id: z.string(), name: z.string() }),
  environment: z.string().nullable(),
  startedAt: z.number(),
  success: z.boolean(),
  isWhole: z.boolean().describe('True for all of the collection without data'),
  repeats: z.string().nullable().describe('The run whose failed requests it has sent again'),
  totals: anyObject,
});

/** The options of a run, as a configuration has them. */
export const configurationFields = runConfiguration.omit({ id: true, name: true });
