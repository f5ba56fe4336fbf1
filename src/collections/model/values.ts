// Schemas that collections, requests and environments share. Descriptions are for JSON Schemas and the reference page.
import { z } from 'zod';

/** An object without further fields. The error about one that is not known names those that there are. */
export function strict<S extends z.core.$ZodLooseShape>(shape: S): z.ZodObject<S, z.core.$strict> {
  return z.strictObject(shape, {
    error: ({ code, inst }) =>
      code === 'unrecognized_keys' && inst instanceof z.ZodObject
        ? Object.keys(inst.shape).join(' ')
        : undefined,
  });
}

export const id = z
  .string()
  .min(1)
  .max(200)
  .describe('Unique in the workspace. Others refer to it, so a rename breaks nothing');
export const text = z.string();
/** A text that is JSON, or may be: files may write it as YAML. */
export const jsonText = text.meta({ contentMediaType: 'application/json' });
/** A name for people, which need not be unique. */
export const name = z.string().max(1000).describe('The name that people see; it need not be unique');
export const docs = text.default('').describe('Documentation in Markdown');

/** Labels by which runs select requests; commas separate them on the command line. */
export const tags = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(100)
      .regex(/^[^,]*$/, 'a tag without a comma'),
  )
  .default([])
  .describe('Labels by which runs select requests; those of a folder hold for all requests in it');

/** A name and a value: a header, a query parameter or a form field. */
export const pair = strict({
  name: text.describe('The name'),
  value: text.default('').describe('The value; it may contain variables'),
  enabled: z.boolean().default(true).describe('False to leave the entry out'),
  docs: text.default('').describe('What the entry is for'),
});
export type Pair = z.output<typeof pair>;

/** A query parameter. A null value means that the URL has no `=`. */
export const queryPair = pair.extend({
  value: text
    .nullable()
    .default('')
    .describe('The value; it may contain variables. Null for a name without `=`'),
});
export type QueryPair = z.output<typeof queryPair>;

export const variable = strict({
  name: text.describe('The name, which stands between `{{` and `}}`'),
  value: jsonText.default('').describe('The value; it may contain other variables. Empty for a secret'),
  enabled: z.boolean().default(true).describe('False to leave the variable out'),
  secret: z
    .boolean()
    .default(false)
    .describe('True to store the value in `.local/secrets.json`, out of shared files and exports'),
  type: z
    .enum(['number', 'boolean', 'json'])
    .optional()
    .describe('The type that scripts see; text without one'),
  docs: text.default('').describe('What the variable is for'),
});
export type Variable = z.output<typeof variable>;

export const scripts = strict({
  preRequest: text.default('').describe('Runs before the request is sent; empty for none'),
  test: text.default('').describe('Runs after the response has arrived; empty for none'),
}).describe('JavaScript that runs around the request, with `pm` or `bru`');
export type Scripts = z.output<typeof scripts>;
