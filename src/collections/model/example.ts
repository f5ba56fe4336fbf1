// A saved response of a request, with the request that led to it.
import { z } from 'zod';
import { body, NO_BODY } from './body.ts';
import { id, jsonText, name, pair, queryPair, strict, text } from './values.ts';

/** The request of an example, where it differs from the saved one. */
export const exampleRequest = strict({
  method: text.default('GET').describe('Method of the request'),
  url: text.default('').describe('The URL without its query'),
  query: z.array(queryPair).default([]).describe('Parameters of the query'),
  path: z.array(pair).default([]).describe('Values of `:name` in the path'),
  headers: z.array(pair).default([]).describe('Headers of the request'),
  body: body.default(NO_BODY).describe('Body of the request'),
});
export type ExampleRequest = z.output<typeof exampleRequest>;

export const example = strict({
  id,
  name: name.default('Example'),
  status: z.int().min(0).max(999).default(200).describe('Status of the response'),
  reason: text.default('').describe('The text beside the status; empty for the usual one'),
  headers: z.array(pair).default([]).describe('Headers of the response'),
  body: jsonText.default('').describe('Body of the response: text, or bytes as base64 when `base64` is true'),
  base64: z.boolean().default(false).describe('True when `body` is base64'),
  request: exampleRequest
    .nullable()
    .default(null)
    .describe('The request that led to the response, where it differs from the saved one'),
});
export type Example = z.output<typeof example>;
