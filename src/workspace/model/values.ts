// Small shapes that collections, requests and environments share.
import { z } from 'zod';

export const id = z.string().min(1).max(200);
export const text = z.string();
/** As people name things: shown as it is, told apart by id. */
export const name = z.string().max(1000);

/** One line of a list of names and values: a header, a query parameter, a form field. */
export const pair = z.strictObject({
  name: text,
  value: text.default(''),
  enabled: z.boolean().default(true),
  docs: text.default(''),
});
export type Pair = z.output<typeof pair>;

/** A query parameter; without a value it stands in the URL without `=`. */
export const queryPair = pair.extend({ value: text.nullable().default('') });
export type QueryPair = z.output<typeof queryPair>;

export const variable = z.strictObject({
  name: text,
  value: text.default(''),
  enabled: z.boolean().default(true),
  /** Its value is kept out of files that are shared, and out of exports. */
  secret: z.boolean().default(false),
  docs: text.default(''),
});
export type Variable = z.output<typeof variable>;

/** JavaScript that runs before a request is sent, and once its response is there; empty for none. */
export const scripts = z.strictObject({
  preRequest: text.default(''),
  test: text.default(''),
});
export type Scripts = z.output<typeof scripts>;
