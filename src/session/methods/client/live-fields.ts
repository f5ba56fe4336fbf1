// Schemas for parameters that operations of the API client's window share.
import { z } from 'zod';
import { flag } from '../fields.ts';
import { looseObject, reference } from '../workspace/fields.ts';

const NAME = 'a name of 1 to 200 characters, which the page makes';

export const windowName = z
  .string(NAME)
  .min(1, NAME)
  .max(200, NAME)
  .describe('The window, as it has named itself');
export const tabName = z.string(NAME).max(200, NAME).describe('The tab in it; what it did before ends');
const FINGERPRINT = 'the SHA-256 of a certificate, 32 pairs of hexadecimal digits with colons';

export const fingerprint = z
  .string(FINGERPRINT)
  .trim()
  .toUpperCase()
  .regex(/^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/, FINGERPRINT);
const PROGRAM = 'the fingerprint of a program, 64 hexadecimal digits';

export const programFingerprint = z.string(PROGRAM).regex(/^[\da-f]{64}$/, PROGRAM);
export const channelId = z.string('the id of a channel').describe('Id of a channel');

export const channelOwner = { window: windowName, tab: tabName } as const;

export const selection = z
  .array(reference, 'a list of ids or names of folders and requests')
  .optional()
  .describe('Default: the whole collection');

/** A request as the screen has it, and where it belongs. */
export const onScreen = {
  request: looseObject.describe('All fields of the request, saved or not'),
  collection: reference.optional().describe('The collection that has the request, or is to have it'),
  folder: reference.optional().describe('The folder of one that is not saved'),
  environment: reference.nullable().optional().describe('Default: the active one; null for none'),
} as const;

export const throughProxy = flag
  .optional()
  .describe('Default true: through the running proxy; false for straight to the server');

/** The result of what goes on in a channel. */
export const opened = z.strictObject({ channel: z.string() });
