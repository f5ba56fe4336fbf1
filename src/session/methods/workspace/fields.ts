// Schemas for parameters and results that operations on the workspace share. Messages complete "give …".
import { z } from 'zod';
import { text } from '../fields.ts';

const NAME = 'a name of 1 to 1000 characters';
const REFERENCE = 'an id or a name';
// Checks instead of bounds: bounds would take much room in the assistants' list of tools.
export const objectName = z
  .string(NAME)
  .trim()
  .refine((name) => name !== '' && name.length <= 1000, NAME);
export const reference = z.string(REFERENCE).refine((name) => name !== '' && name.length <= 4000, REFERENCE);
export const changes = z
  .record(z.string(), z.unknown(), 'an object with the fields to change')
  .describe('Fields to change: objects merge, lists replace, null resets');

/** An object of the workspace. Its own schema describes its fields. */
export const anyObject = z.looseObject({});
export const looseObject = z.record(z.string(), z.unknown(), 'an object');

const HEADERS = 'an object of names and values, or a list of {"name", "value"}';
export const headers = z.union(
  [
    z.record(z.string(), z.string('a text')),
    z.array(
      z.strictObject({
        name: text,
        value: text.optional(),
        enabled: z.boolean().optional(),
        docs: text.optional(),
      }),
    ),
  ],
  HEADERS,
);
export const body = z
  .union([z.string(), looseObject], 'a text, or a body such as {"type": "urlencoded", "fields": […]}')
  .describe('Text, or {type: none|raw|urlencoded|multipart|file|graphql, …}');
export const auth = looseObject.describe('{type, …} such as {"type":"bearer","token":"{{token}}"}');
export const variables = z
  .array(
    z.strictObject({
      name: text,
      value: text.optional(),
      secret: z.boolean().optional(),
      enabled: z.boolean().optional(),
      type: z.enum(['number', 'boolean', 'json']).optional(),
      docs: text.optional(),
    }),
    'a list of {"name", "value", "secret?"}',
  )
  .describe('{name, value, secret?}');
