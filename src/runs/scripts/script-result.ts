// Parses the result of a script. The script may have changed anything inside the sandbox, so every field is
// validated.
import { z } from 'zod';
import { isObject } from '../../base/is-object.ts';
import type { ScriptTest, Values } from './contract.ts';

/** Keeps the parsed object, in which `__proto__` is a name like any other. */
const values = z.custom<Values>((value) => isObject(value));

const header = z.object({ key: z.string(), value: z.string(), disabled: z.boolean().default(false) });

const url = z.object({
  url: z.string(),
  query: z.array(
    z.object({ key: z.string(), value: z.string().nullable(), disabled: z.boolean().default(false) }),
  ),
  variable: z.array(z.object({ key: z.string(), value: z.string() })),
});

/** Parts of a request in the form of Postman's collections. */
export const requestParts = z.object({
  method: z.string().optional(),
  url: url.optional(),
  header: z.array(header).optional(),
  body: z.unknown().optional(),
  auth: z.unknown().optional(),
});
export type RequestParts = z.output<typeof requestParts>;

const MAX_MS = 2 ** 31 - 1;
const MAX_REDIRECTS = 100;

const scriptResult = z.object({
  error: z.string().nullable(),
  scopes: z.object({
    globals: values.optional(),
    collection: values.optional(),
    environment: values.optional(),
    local: values.optional(),
  }),
  request: requestParts.nullable(),
  settings: z.object({
    timeoutMs: z.int().min(0).max(MAX_MS).optional(),
    maxRedirects: z.int().min(0).max(MAX_REDIRECTS).optional(),
    keepsText: z.boolean().optional(),
  }),
  next: z.string().nullable().optional(),
  skip: z.boolean(),
});

export type ScriptResult = z.output<typeof scriptResult>;

const testResult = z.object({
  name: z.string(),
  passed: z.boolean(),
  skipped: z.boolean(),
  error: z
    .object({
      name: z.string(),
      message: z.string(),
      line: z.number().int().nonnegative().nullable().catch(null),
      expected: z.string().optional(),
      actual: z.string().optional(),
    })
    .nullable(),
});

/** Parses a result. Returns null when the text is not a valid result. */
export function parseScriptResult(json: string): ScriptResult | null {
  return scriptResult.safeParse(parseOrUndefined(json)).data ?? null;
}

export function parseTests(notes: readonly string[]): readonly ScriptTest[] {
  return notes.flatMap((json) => {
    const { success, data } = testResult.safeParse(parseOrUndefined(json));
    return success ? [data] : [];
  });
}

function parseOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
