// Schemas that methods for the window of the API client share. Messages complete "give …".
import { z } from 'zod';
import { OBJECT_KINDS } from '../../../collections/objects/object-kinds.ts';

const ID = 'the id of an object of the workspace';
const LABEL = 'a name of the step, 1 to 200 characters';

export const kind = z.enum(OBJECT_KINDS, OBJECT_KINDS.join(', '));
export const objectId = z.string(ID).min(1, ID).max(200, ID);
/** Names the object of a draft. */
export const object = z.strictObject({ kind, id: objectId }, 'an object {"kind", "id"}');
export const objects = z
  .array(object, 'a list of {"kind", "id"}')
  .min(1, 'at least one')
  .max(2000)
  .readonly();
export const window = z
  .string('a name of the window')
  .max(100)
  .default('')
  .describe('The window that acts: it can take the step back');
export const label = z.string(LABEL).trim().min(1, LABEL).max(200, LABEL);

/** The fields of an object, as files have them. */
export const anyFields = z.record(z.string(), z.unknown());
