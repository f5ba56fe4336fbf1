// Responses of the API: JSON unless stated otherwise, never cached, and with a type that browsers must not guess.
import type { LocalResponse } from '../base/local-http.ts';

export interface Field {
  readonly name: string;
  readonly value: string;
}

export function json(status: number, value: unknown, fields: readonly Field[] = []): LocalResponse {
  return response(status, JSON_TYPE, JSON.stringify(value), fields);
}

/** An error response: what was wrong, and what to do about it. */
export function failure(status: number, error: string, fields: readonly Field[] = []): LocalResponse {
  return json(status, { error }, fields);
}

/** A JSON response that is streamed while it is produced. */
export function jsonStream(body: AsyncIterable<string | Buffer>): LocalResponse {
  return response(200, JSON_TYPE, body, []);
}

export function plainText(text: string): LocalResponse {
  return response(200, 'text/plain; charset=utf-8', text, []);
}

export function response(
  status: number,
  type: string,
  body: LocalResponse['body'],
  fields: readonly Field[],
): LocalResponse {
  return { status, headers: [{ name: 'Content-Type', value: type }, ...ALWAYS, ...fields], body };
}

const JSON_TYPE = 'application/json';

const ALWAYS: readonly Field[] = [
  { name: 'Cache-Control', value: 'no-store' },
  { name: 'X-Content-Type-Options', value: 'nosniff' },
];
