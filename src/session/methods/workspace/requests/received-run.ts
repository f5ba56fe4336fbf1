// A request that was sent, as results show it.
import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import type { Message } from '../../../../requests/response.ts';
import type { RequestRun } from '../../../../runs/runner/events.ts';

/** The number of bytes of a body, and of messages, that a result holds. */
const MAX_BODY_BYTES = 200_000;
const MAX_MESSAGES = 200;

const bytes = z.strictObject({ base64: z.string() });

export const sentRequest = z.looseObject({
  name: z.string(),
  method: z.string(),
  url: z.string(),
  /** 0 without a response. */
  status: z.number(),
  /** The reason why there is no response; null when there is one. */
  error: z.string().nullable(),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  body: z.union([z.string(), bytes]),
  /** Bytes of the body that were left out. */
  bodyOmitted: z.number(),
  tests: z.array(z.looseObject({ name: z.string(), passed: z.boolean() })),
});

export function receivedRun(run: RequestRun): z.input<typeof sentRequest> {
  const { name, method, url, response, error, tests, console, scriptErrors, unresolved, sent } = run;
  const { content: body, omitted: bodyOmitted } = contentOf(response?.body ?? Buffer.alloc(0));
  return {
    name,
    method,
    url,
    status: response?.status ?? 0,
    reason: response?.reason ?? '',
    httpVersion: response?.httpVersion ?? '',
    timeMs: response?.timeMs ?? 0,
    size: response?.size ?? 0,
    error,
    sentHeaders: (sent?.headers ?? []).map(({ name: field, value }) => ({ name: field, value })),
    headers: (response?.headers ?? []).map(({ name: field, value }) => ({ name: field, value })),
    body,
    bodyOmitted,
    messages: (response?.messages ?? []).slice(-MAX_MESSAGES).map(messageOf),
    tests: tests.map((test) => ({
      name: test.name,
      passed: test.passed,
      skipped: test.skipped,
      error: test.error?.message ?? null,
    })),
    console: [...console],
    scriptErrors: scriptErrors.map(({ where, message, line }) => ({ where, message, line })),
    unresolvedVariables: [...unresolved],
  };
}

function messageOf({ direction, name, data, time }: Message): Record<string, unknown> {
  const { content, omitted } = contentOf(data);
  return { direction, name, data: content, omitted, time: new Date(time).toISOString() };
}

interface Content {
  readonly content: string | { readonly base64: string };
  /** Bytes that were left out. */
  readonly omitted: number;
}

function contentOf(data: Buffer): Content {
  const captured = data.subarray(0, MAX_BODY_BYTES);
  const omitted = data.length - captured.length;
  const isText = isUtf8(data) && !data.includes(0);
  // A cut may fall within a character, whose first bytes then become a replacement character.
  if (isText) return { content: captured.toString().replace(/\ufffd$/, ''), omitted };
  return { content: { base64: captured.toString('base64') }, omitted };
}
