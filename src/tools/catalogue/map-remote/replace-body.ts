// Replaces text in a body: short bodies at once, long ones in a worker.
import { z } from 'zod';
import { decodeTextBody, encodeText, type EncodedText } from '../../../flow/text-body.ts';
import { regexError } from '../../rules/patterns/regex.ts';
import { flag, object, text } from '../../rules/fields.ts';
import type { ReplaceThread } from './replace-client.ts';
import { replaceText, type ReplaceResult, type Replacement } from './replace-text.ts';

const FIND = 'the text to find, not empty';
const MAX_MS = 2000;
/** The longest text that is replaced without a worker, and the milliseconds that traffic may wait for it. */
const MAX_LENGTH_HERE = 32 * 1024;
const MAX_MS_HERE = 20;

export const replacements = z
  .array(
    object({
      find: z.string(FIND).min(1, FIND),
      regex: flag.default(false),
      replace: text.default(''),
    }).superRefine(({ find, regex }, context) => {
      const expected = regex ? regexError(find) : null;
      if (expected !== null)
        context.addIssue({ code: 'custom', path: ['find'], input: find, message: expected });
    }),
    'a list of objects with find, regex and replace',
  )
  .default([]);

export interface ReplaceFailure {
  readonly failure: string;
}

const FAILURES = {
  late: { failure: `replacing took longer than ${MAX_MS} ms` },
  large: { failure: 'body too large after replacing' },
} as const satisfies Record<string, ReplaceFailure>;

/** Returns the new body. It is unchanged when nothing matches, or when the body is not text. */
export async function replaceInBody(
  bytes: Buffer,
  contentType: string | undefined,
  list: readonly Replacement[],
  thread: ReplaceThread,
): Promise<EncodedText | 'unchanged' | ReplaceFailure> {
  const before = bytes.length === 0 ? null : decodeTextBody(bytes, contentType);
  if (before === null) return 'unchanged';
  const after = await replaceHereOrInWorker(before, list, thread);
  if (after.type !== 'text') return FAILURES[after.type];
  return after.text === before ? 'unchanged' : encodeText(after.text, contentType);
}

function replaceHereOrInWorker(
  before: string,
  list: readonly Replacement[],
  thread: ReplaceThread,
): ReplaceResult | Promise<ReplaceResult> {
  const atOnce = before.length > MAX_LENGTH_HERE ? null : replaceText(before, list, MAX_MS_HERE);
  return atOnce === null || atOnce.type === 'late' ? thread.run(before, list, MAX_MS) : atOnce;
}
