// The settings that send exchanges elsewhere: files and collectors.
import { z } from 'zod';
import { parseFilter } from '../../flow/filter/index.ts';
import { streamedFormats } from '../../traffic/exchange-file.ts';
import {
  flag,
  isServerUrl,
  list,
  MAX_BYTES,
  MAX_NAME_CHARS,
  MAX_RESOURCES,
  object,
  path,
  TEXT,
  text,
} from './fields.ts';
import { MASK } from './secrets.ts';

/** Collectors and servers accept no longer ones. */
const MAX_HEADER_CHARS = 8192;

export const ndjson = object({
  file: path.nullable().default(null),
  redact: flag.default(false).describe('Leave tokens, cookies, passwords and keys out'),
});

const HEADER_NAME = 'the name of a header such as "x-api-key"';
const HEADER_VALUE = 'a text of printable ASCII characters';

const header = object({
  name: z.string(HEADER_NAME).regex(/^[!#$%&'*+.^_`|~\w-]{1,200}$/, HEADER_NAME),
  value: z
    .string(HEADER_VALUE)
    .max(MAX_HEADER_CHARS, HEADER_VALUE)
    .refine((value) => value === MASK || /^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(value), HEADER_VALUE),
});

const COLLECTOR =
  'an http or https URL such as http://localhost:4318, without credentials, query and fragment';

export const otlp = object({
  url: z
    .string(COLLECTOR)
    .refine(isServerUrl, COLLECTOR)
    .nullable()
    .default(null)
    .describe('Of the collector; `/v1/traces` is added where it is missing'),
  headers: list(header, 'a list of objects with name, value', MAX_RESOURCES)
    .default([])
    .describe('Sent with each batch, such as the key of an API'),
  serviceName: text.max(MAX_NAME_CHARS, TEXT).min(1, TEXT).default('proxyctl'),
  redact: flag.default(false).describe('Leave tokens, cookies, passwords and keys out'),
});

const FOLDER = 'the path of a folder';
const FORMATS = '"session", "har", "ndjson" or "csv"';
const FILE_COUNT = 'a whole number from 1 to 10000';
const MINUTES = 'a number of minutes from 1 to 10080';
const FILE_BYTES = 'a whole number of bytes from 65536 on';
const MIN_FILE_BYTES = 64 * 1024;
const MAX_FILES = 10_000;
/** A week. */
const MAX_MINUTES = 10_080;

export const autosave = object({
  folder: z.string(FOLDER).min(1, FOLDER).nullable().default(null).describe('Made when it is missing'),
  format: z.enum(streamedFormats, FORMATS).default('session'),
  filter: text
    .superRefine((filter, context) => {
      const parsed = parseFilter(filter);
      const problem =
        parsed.type === 'invalid'
          ? parsed.message
          : parsed.contentTerms.some(({ parts }) => parts.includes('run'))
            ? 'run: is not known while exchanges end'
            : null;
      if (problem === null) return;
      context.addIssue({
        code: 'custom',
        input: filter,
        message: `a filter such as "host:api status:5xx" (${problem})`,
      });
    })
    .default('')
    .describe('Exchanges that are written; empty: all'),
  maxFiles: z
    .number(FILE_COUNT)
    .int(FILE_COUNT)
    .min(1, FILE_COUNT)
    .max(MAX_FILES, FILE_COUNT)
    .default(24)
    .describe('The most files that are kept; beyond it the oldest go'),
  minutes: z
    .number(MINUTES)
    .min(1, MINUTES)
    .max(MAX_MINUTES, MINUTES)
    .default(60)
    .describe('A new file begins after this time'),
  maxBytes: z
    .number(FILE_BYTES)
    .int(FILE_BYTES)
    .min(MIN_FILE_BYTES, FILE_BYTES)
    .max(MAX_BYTES, FILE_BYTES)
    .default(256 * 1024 * 1024)
    .describe('A new file begins at this size'),
  redact: flag.default(false).describe('Leave tokens, cookies, passwords and keys out'),
});
