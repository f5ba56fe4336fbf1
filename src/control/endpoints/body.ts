// GET /api/flows/{id}/body: the bytes of one body, or a range of them.
import type { LocalResponse } from '../../base/local-http.ts';
import { decodeBody } from '../../flow/decode.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Message } from '../../flow/message.ts';
import { response, failure, type Field } from '../response.ts';
import type { FlowEndpoint } from '../endpoint.ts';

export const bodyEndpoints: readonly FlowEndpoint[] = [
  { type: 'flow', method: 'GET', path: '/body', respond: (flow, { query }) => body(flow, query) },
];

async function body(flow: Flow, params: URLSearchParams): Promise<LocalResponse> {
  const query = readQuery(params);
  if (query.type === 'invalid') return failure(400, query.reason);
  const { side, view, offset, length } = query;
  if (flow.request === null)
    return failure(422, `Request ${flow.id} is a tunnel: its content was not decrypted`);
  const message = side === 'request' ? flow.request : flow.response;
  if (message === null) return failure(404, `Request ${flow.id} has no response`);
  const { bytes, size } = view === 'raw' ? captured(message) : await decoded(message, offset + length);
  const total =
    size === null || isGrowing(flow, side) ? [] : [{ name: 'X-Total-Length', value: String(size) }];
  return octets(bytes.subarray(offset, offset + length), total);
}

interface Octets {
  /** The captured bytes from the start of the body; bytes beyond the capture limit are missing. */
  readonly bytes: Buffer;
  /** Size of the complete body; null when unknown. */
  readonly size: number | null;
}

function captured({ body }: Message): Octets {
  return { bytes: body.bytes(), size: body.size };
}

/** Maximum decoded bytes of a compressed body, which may expand to a thousand times its size. */
const MAX_ASKED_BYTES = 64 * 1024 * 1024;

/** Removes the content codings; a body that cannot be decoded is returned as it was captured. */
async function decoded(message: Message, keep: number): Promise<Octets> {
  // Somebody who asks for so much gets more than a view of a body needs.
  const limit = Math.min(keep, MAX_ASKED_BYTES);
  const { bytes, size, exact } = await decodeBody(message, keep, limit);
  return { bytes, size: exact ? size : null };
}

function isGrowing(flow: Flow, side: Query['side']): boolean {
  return !flow.finished && (side === 'response' || flow.timestamps.sent === 0);
}

function octets(bytes: Buffer, fields: readonly Field[]): LocalResponse {
  return response(200, 'application/octet-stream', bytes, fields);
}

interface Query {
  readonly type: 'query';
  readonly side: 'request' | 'response';
  readonly view: 'decoded' | 'raw';
  readonly offset: number;
  /** May be Infinity. */
  readonly length: number;
}

function readQuery(params: URLSearchParams): Query | { readonly type: 'invalid'; readonly reason: string } {
  const side = params.get('side') ?? 'response';
  const view = params.get('view') ?? 'decoded';
  if (side !== 'request' && side !== 'response') return invalid('side', side, 'request or response');
  if (view !== 'decoded' && view !== 'raw') return invalid('view', view, 'decoded or raw');
  const number = ['offset', 'length'].find((name) => !/^\d{1,15}$/.test(params.get(name) ?? '0'));
  if (number !== undefined) return invalid(number, params.get(number) ?? '', 'a whole number of 0 or more');
  const offset = Number(params.get('offset') ?? 0);
  const length = Number(params.get('length') ?? Infinity);
  return { type: 'query', side, view, offset, length };
}

function invalid(
  name: string,
  value: string,
  wanted: string,
): { readonly type: 'invalid'; readonly reason: string } {
  return { type: 'invalid', reason: `${name}: ${JSON.stringify(value.slice(0, 60))} is not ${wanted}` };
}
