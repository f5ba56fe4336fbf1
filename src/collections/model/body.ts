// The body of a request as it is edited.
import { z } from 'zod';
import { pair, text } from './values.ts';

export const RAW_LANGUAGES = ['json', 'text', 'xml', 'html', 'javascript'] as const;
export type RawLanguage = (typeof RAW_LANGUAGES)[number];

/** The Content-Type of a body in each language. */
export const RAW_CONTENT_TYPES: Readonly<Record<RawLanguage, string>> = {
  json: 'application/json',
  text: 'text/plain',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
};

/** A text or a list of file paths; an empty path means that no file was selected yet. */
export const formField = pair.extend({
  files: z.array(text).nullable().default(null),
  /** Paths that an import named instead of `files`, which have to be selected. */
  hints: z.array(text).optional(),
  /** Empty for the default type. */
  contentType: text.default(''),
});
export type FormField = z.output<typeof formField>;

export const body = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({
    type: z.literal('raw'),
    language: z.enum(RAW_LANGUAGES).default('text'),
    text: text.default(''),
  }),
  z.strictObject({ type: z.literal('urlencoded'), fields: z.array(pair).default([]) }),
  z.strictObject({ type: z.literal('multipart'), fields: z.array(formField).default([]) }),
  /** An empty path means that no file was selected yet. */
  z.strictObject({
    type: z.literal('file'),
    path: text.default(''),
    /** The path that an import named, which has to be selected. */
    hint: text.optional(),
  }),
  z.strictObject({
    type: z.literal('graphql'),
    query: text.default(''),
    /** JSON; empty for none. */
    variables: text.default(''),
    operationName: text.default(''),
  }),
]);
export type Body = z.output<typeof body>;

export const NO_BODY: Body = { type: 'none' };
