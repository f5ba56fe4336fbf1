// Schemas of entries of the history.
import { z } from 'zod';
import { HISTORY_KINDS, historyEntry } from '../../history/entries.ts';

const ID = 'the id of an entry, as client.history lists it';
const CURSOR = 'the text that the page before has as next';

/** It is a part of file names. */
export const entryId = z.string(ID).regex(/^[\w-]{1,100}$/, ID);
export const historyKind = z.enum(HISTORY_KINDS, HISTORY_KINDS.join(', '));
export const cursor = z.string(CURSOR).regex(/^\d{1,15}:[\w-]{1,100}$/, CURSOR);
export const entryFields = historyEntry.shape;

export const broken = z
  .array(z.string())
  .readonly()
  .describe(
    'Files that are damaged, or of a later version; those that cannot be read at all were moved aside',
  );
export const notSaved = z
  .string()
  .nullable()
  .describe('The reason why the latest entry could not be written');
