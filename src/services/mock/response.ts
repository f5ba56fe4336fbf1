// Turns an example into the bytes of a response. Parts without dynamic variables are rendered once.
import { isToken } from '../../base/http-syntax.ts';
import type { Example } from '../../collections/model/example.ts';
import type { Interpolator } from '../../runs/runner/interpolator.ts';
import { namesRequest, withRequest, type AnsweredRequest } from './request-values.ts';
import { sampleBytes } from './sample-bytes.ts';

export interface MockServerResponse {
  readonly status: number;
  readonly reason: string;
  /** Names and values by turns. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/**
 * The origin of a response: an example, an object that a client has stored, a check that refuses the request, a preflight
 * of CORS, a value made from a schema, the server behind, a failure on purpose, or the error that no example fits.
 */
export type ResponseSource =
  | 'example'
  | 'made'
  | 'stored'
  | 'refused'
  | 'preflight'
  | 'passedOn'
  | 'failed'
  | 'none';

/** The response to a request. The name and the id are null when no example fits. */
export interface ChosenResponse {
  readonly exampleName: string | null;
  readonly exampleId: string | null;
  readonly source: ResponseSource;
  /** Violations of a request that was answered all the same; absent for a valid one. */
  readonly invalid?: readonly string[];
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

export type Renderer = (request: AnsweredRequest) => MockServerResponse;

/** Returns a function that renders the response of an example. */
export function responseRenderer(example: Example, interpolator: Interpolator): Renderer {
  const render: Renderer = (request) => rendered(example, interpolator, request);
  if (!isDynamic(example)) {
    let fixed: MockServerResponse | null = null;
    return (request) => (fixed ??= render(request));
  }
  return render;
}

/** Returns the texts of an example that may have variables. */
export function textsOf({ body, base64, headers }: Example): readonly string[] {
  return [...(base64 ? [] : [body]), ...headers.flatMap(({ name, value }) => [name, value])];
}

/** True when the text contains variables, which may have another value each time. */
function isDynamic(example: Example): boolean {
  return textsOf(example).some((text) => text.includes('{{'));
}

function rendered(
  { status, reason, headers, body, base64 }: Example,
  interpolator: Interpolator,
  request: AnsweredRequest,
): MockServerResponse {
  const fields = interpolator
    .pairs(headers)
    .map((pair) => ({ name: pair.name, value: withRequest(pair.value, request, false) }))
    .filter(({ name }) => isToken(name) && !TRANSFER_HEADERS.has(name.toLowerCase()));
  const valueOf = (wanted: string): string | undefined =>
    fields.find(({ name }) => name.toLowerCase() === wanted)?.value;
  const type = valueOf('content-type') ?? '';
  const bytes = bytesOf({ body, base64 }, type, (text) => {
    const replaced = interpolator.text(text);
    return namesRequest(replaced) ? withRequest(replaced, request, /[/+]json\b/i.test(type)) : replaced;
  });
  return {
    status,
    reason: sendable(reason),
    headers: [
      ...fields.flatMap(({ name, value }) => [name, sendable(value)]),
      ...(valueOf('access-control-allow-origin') === undefined ? ['Access-Control-Allow-Origin', '*'] : []),
      ...(valueOf('access-control-expose-headers') === undefined
        ? ['Access-Control-Expose-Headers', '*']
        : []),
      ...(hasContent(status) ? ['Content-Length', String(bytes.length)] : []),
    ],
    body: hasContent(status) ? bytes : Buffer.alloc(0),
  };
}

function bytesOf(
  { body, base64 }: Pick<Example, 'body' | 'base64'>,
  type: string,
  replace: (text: string) => string,
): Buffer {
  if (base64) return Buffer.from(body, 'base64');
  return (body === '' ? sampleBytes(type) : null) ?? Buffer.from(replace(body));
}

function hasContent(status: number): boolean {
  return status !== 204 && status !== 304;
}

/** Replaces what no header can contain: an example may hold anything. */
function sendable(value: string): string {
  return Buffer.from(value.replace(/[\0-\x08\x0a-\x1f\x7f]/g, ' ').trim()).toString('latin1');
}
