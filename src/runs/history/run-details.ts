// The requests of a run with their messages, within a bound: bodies are truncated, and only the latest runs keep them.
import { z } from 'zod';
import type { RequestRun } from '../runner/events.ts';
import { hasFailed } from '../runner/totals.ts';

/** Bytes of each body. */
const MAX_BODY = 8 * 1024;
/** Characters of all requests of one run. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

const body = z.object({
  /** The start of the body; Base64 of a binary one. */
  text: z.string(),
  isBase64: z.boolean(),
  /** Bytes of the whole. */
  size: z.number(),
});

export const requestDetail = z.object({
  iteration: z.number(),
  name: z.string(),
  folders: z.array(z.string()),
  method: z.string(),
  url: z.string(),
  /** 0 without a response. */
  status: z.number(),
  hasFailed: z.boolean(),
  error: z.string().nullable(),
  durationMs: z.number(),
  tests: z.array(
    z.object({ name: z.string(), passed: z.boolean(), skipped: z.boolean(), error: z.string().nullable() }),
  ),
  scriptErrors: z.array(z.string()),
  sent: body.nullable(),
  received: body.extend({ headers: z.array(z.object({ name: z.string(), value: z.string() })) }).nullable(),
});
export type RequestDetail = z.output<typeof requestDetail>;

/** Collects the requests of a run as lines of JSON. */
export class RunDetails {
  readonly #lines: string[] = [];
  #size = 0;

  /** `shown`: masks secrets. */
  add(run: RequestRun, shown: <T>(value: T) => T): void {
    if (this.#size >= MAX_CHARACTERS) return;
    const line = JSON.stringify(shown(detailOf(run)));
    this.#size += line.length;
    this.#lines.push(line);
  }

  get text(): string {
    return this.#lines.map((line) => `${line}\n`).join('');
  }
}

/** Reads lines of JSON. Damaged lines are skipped. */
export function readDetails(text: string): readonly RequestDetail[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [requestDetail.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

function detailOf(run: RequestRun): RequestDetail {
  const { iteration, name, folders, method, url, response, error, durationMs, sent } = run;
  return {
    iteration,
    name,
    folders: [...folders],
    method,
    url,
    status: response?.status ?? 0,
    hasFailed: hasFailed(run),
    error,
    durationMs: Math.round(durationMs),
    tests: run.tests.map((test) => ({
      name: test.name,
      passed: test.passed,
      skipped: test.skipped,
      error: test.error?.message ?? null,
    })),
    scriptErrors: run.scriptErrors.map(({ where, message }) => `script of ${where}: ${message}`),
    sent: sent === null ? null : cut(sent.body),
    received:
      response === null
        ? null
        : { ...cut(response.body), headers: response.headers.map((each) => ({ ...each })) },
  };
}

function cut(bytes: Buffer): z.output<typeof body> {
  const start = bytes.subarray(0, MAX_BODY);
  const text = start.toString();
  // The end may cut a character; a binary body has invalid characters elsewhere too.
  const isText = !text.slice(0, -4).includes('\ufffd') && !text.includes('\0');
  return { text: isText ? text : start.toString('base64'), isBase64: !isText, size: bytes.length };
}
