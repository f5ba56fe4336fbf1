// The body of a request as it is edited.
import { z } from 'zod';
import { jsonText, pair, strict, text } from './values.ts';

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

/** A text or a list of file paths. */
export const formField = pair.extend({
  files: z
    .array(text)
    .nullable()
    .default(null)
    .describe('Paths of files to send instead of the value; an empty path is still to be selected'),
  hints: z
    .array(text)
    .optional()
    .describe('Paths that an import named instead of `files`, which have to be selected'),
  contentType: text.default('').describe('Content-Type of the part; empty for the default'),
});
export type FormField = z.output<typeof formField>;

export const body = z.discriminatedUnion('type', [
  strict({ type: z.literal('none').describe('No body') }),
  strict({
    type: z.literal('raw').describe('A text'),
    language: z
      .enum(RAW_LANGUAGES)
      .default('text')
      .describe('The language of the text, which sets Content-Type where no header does'),
    text: jsonText.default('').describe('The text; it may contain variables'),
  }),
  strict({
    type: z.literal('urlencoded').describe('A form, as `application/x-www-form-urlencoded`'),
    fields: z.array(pair).default([]).describe('Fields of the form'),
  }),
  strict({
    type: z.literal('multipart').describe('A form with files, as `multipart/form-data`'),
    fields: z.array(formField).default([]).describe('Parts of the form'),
  }),
  strict({
    type: z.literal('file').describe('The bytes of a file'),
    path: text.default('').describe('Path of the file; empty while it is still to be selected'),
    hint: text.optional().describe('The path that an import named, which has to be selected'),
  }),
  strict({
    type: z.literal('graphql').describe('A GraphQL operation'),
    query: text.default('').describe('The document with the operation'),
    variables: jsonText.default('').describe('Variables of the operation, as JSON; empty for none'),
    operationName: text.default('').describe('The operation to run, where the document has several'),
  }),
]);
export type Body = z.output<typeof body>;

export const NO_BODY: Body = { type: 'none' };
