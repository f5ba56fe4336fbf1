// Turns an example into the bytes of a response. Parts without dynamic variables are rendered once.
import { isToken } from '../../base/http-syntax.ts';
import type { Example } from '../../collections/model/example.ts';
import type { Interpolator } from '../../runs/runner/interpolator.ts';

export interface MockServerResponse {
  readonly status: number;
  readonly reason: string;
  /** Names and values by turns. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/**
 * The origin of a response: an example, an object that a client has stored, a check that refuses the request, a preflight
 * of CORS, or the error that no example fits.
 */
export type ResponseSource = 'example' | 'stored' | 'refused' | 'preflight' | 'none';

/** The response to a request. The name and the id are null when no example fits. */
export interface ChosenResponse {
  readonly exampleName: string | null;
  readonly exampleId: string | null;
  readonly source: ResponseSource;
  readonly response: MockServerResponse;
}

/** Headers that described the transfer of the response when it was saved. */
const TRANSFER_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Returns a function that renders the response of an example. */
export function responseRenderer(example: Example, interpolator: Interpolator): () => MockServerResponse {
  const render = (): MockServerResponse => rendered(example, interpolator);
  if (!isDynamic(example)) {
    let fixed: MockServerResponse | null = null;
    return () => (fixed ??= render());
  }
  return render;
}

/** True when the text contains variables, which may have another value each time. */
function isDynamic({ body, base64, headers }: Example): boolean {
  return (
    (!base64 && body.includes('{{')) || headers.some(({ name, value }) => `${name}${value}`.includes('{{'))
  );
}

function rendered(
  { status, reason, headers, body, base64 }: Example,
  interpolator: Interpolator,
): MockServerResponse {
  const fields = interpolator
    .pairs(headers)
    .filter(({ name }) => isToken(name) && !TRANSFER_HEADERS.has(name.toLowerCase()));
  const has = (wanted: string): boolean => fields.some(({ name }) => name.toLowerCase() === wanted);
  const bytes = base64 ? Buffer.from(body, 'base64') : Buffer.from(interpolator.text(body));
  return {
    status,
    reason: sendable(reason),
    headers: [
      ...fields.flatMap(({ name, value }) => [name, sendable(value)]),
      ...(has('access-control-allow-origin') ? [] : ['Access-Control-Allow-Origin', '*']),
      ...(has('access-control-expose-headers') ? [] : ['Access-Control-Expose-Headers', '*']),
      ...(hasContent(status) ? ['Content-Length', String(bytes.length)] : []),
    ],
    body: hasContent(status) ? bytes : Buffer.alloc(0),
  };
}

function hasContent(status: number): boolean {
  return status !== 204 && status !== 304;
}

/** Replaces what no header can contain: an example may hold anything. */
function sendable(value: string): string {
  return Buffer.from(value.replace(/[\0-\x08\x0a-\x1f\x7f]/g, ' ').trim()).toString('latin1');
}
