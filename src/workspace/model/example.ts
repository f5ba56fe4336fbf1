// An answer that is kept with a request: what it was asked with, and what came.
import { z } from 'zod';
import { body, NO_BODY } from './body.ts';
import { id, name, pair, queryPair, text } from './values.ts';

/** What was asked, where that is not as the request stands now. */
export const exampleRequest = z.strictObject({
  method: text.default('GET'),
  url: text.default(''),
  query: z.array(queryPair).default([]),
  path: z.array(pair).default([]),
  headers: z.array(pair).default([]),
  body: body.default(NO_BODY),
});
export type ExampleRequest = z.output<typeof exampleRequest>;

export const example = z.strictObject({
  id,
  name: name.default('Example'),
  status: z.int().min(0).max(999).default(200),
  reason: text.default(''),
  headers: z.array(pair).default([]),
  /** Text; bytes that are no text stand in `base64`. */
  body: text.default(''),
  base64: z.boolean().default(false),
  request: exampleRequest.nullable().default(null),
});
export type Example = z.output<typeof example>;
