// Validates the arguments that `fetch` and `sleep` of a script pass to the host, which may be anything, and writes the
// responses.
import { z } from 'zod';
import { TOKEN } from '../../base/http-syntax.ts';

const text = z.string();
const fetchCall = z.object({
  url: text.max(65_536),
  method: text.regex(TOKEN).max(60),
  /** Names and values, alternating. */
  headers: z.array(z.string().regex(/^[^\0\r\n]*$/)).max(2000),
  base64: text,
  followsRedirects: z.boolean(),
});

/** A request of a script. */
export interface ScriptFetchRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  readonly followsRedirects: boolean;
}

export interface ScriptFetchResponse {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** Parses the request of a script, which may be anything. Throws an Error that names the invalid part. */
export function parseFetchCall(json: string): ScriptFetchRequest {
  const result = fetchCall.safeParse(JSON.parse(json));
  if (!result.success)
    throw new Error(`fetch: its ${String(result.error.issues[0]?.path[0] ?? 'request')} is not valid`);
  const { headers, base64, ...rest } = result.data;
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (!TOKEN.test(headers[at]!))
      throw new Error(`fetch: ${JSON.stringify(headers[at])} is not the name of a header`);
    pairs.push([headers[at]!, headers[at + 1]!]);
  }
  return { ...rest, headers: pairs, body: Buffer.from(base64, 'base64') };
}

export function writeFetchResponse({ body, headers, ...rest }: ScriptFetchResponse): string {
  return JSON.stringify({ ...rest, headers: headers.flat(), base64: body.toString('base64') });
}

/** Parses the milliseconds of a `sleep`. */
export function parseSleepCall(json: string): number {
  const ms: unknown = JSON.parse(json);
  return typeof ms === 'number' && ms > 0 ? Math.min(ms, 2 ** 31 - 1) : 0;
}
