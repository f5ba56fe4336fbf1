// Schemas that collections, requests and environments share.
import { z } from 'zod';

export const id = z.string().min(1).max(200);
export const text = z.string();
/** A name for people, which need not be unique. */
export const name = z.string().max(1000);

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
  .default([]);

/** A name and a value: a header, a query parameter or a form field. */
export const pair = z.strictObject({
  name: text,
  value: text.default(''),
  enabled: z.boolean().default(true),
  docs: text.default(''),
});
export type Pair = z.output<typeof pair>;

/** A query parameter. A null value means that the URL has no `=`. */
export const queryPair = pair.extend({ value: text.nullable().default('') });
export type QueryPair = z.output<typeof queryPair>;

export const variable = z.strictObject({
  name: text,
  value: text.default(''),
  enabled: z.boolean().default(true),
  /** True to keep the value out of shared files and exports. */
  secret: z.boolean().default(false),
  /** The type that scripts see; text without one. */
  type: z.enum(['number', 'boolean', 'json']).optional(),
  docs: text.default(''),
});
export type Variable = z.output<typeof variable>;

/** JavaScript to run before the request is sent and after the response arrives; empty for none. */
export const scripts = z.strictObject({
  preRequest: text.default(''),
  test: text.default(''),
});
export type Scripts = z.output<typeof scripts>;
