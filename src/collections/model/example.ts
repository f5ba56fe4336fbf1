// A saved response of a request, with the request that led to it.
import { z } from 'zod';
import { body, NO_BODY } from './body.ts';
import { id, name, pair, queryPair, text } from './values.ts';

/** The request of an example, where it differs from the saved one. */
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
  /** Text, or bytes as base64 when `base64` is true. */
  body: text.default(''),
  base64: z.boolean().default(false),
  request: exampleRequest.nullable().default(null),
});
export type Example = z.output<typeof example>;
