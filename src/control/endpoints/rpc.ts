// POST /api/rpc: reads the envelope of a call, and runs the method through a function that is passed in.
import { isObject } from '../../base/is-object.ts';
import { messageOf } from '../../base/errors.ts';
import { unsafeJsonReason } from '../../base/json.ts';
import type { LocalResponse } from '../../base/local-http.ts';
import { failure, json } from '../response.ts';
import type { PathEndpoint } from '../endpoint.ts';

/**
 * Runs a method. Rejects with an Error whose message is for the caller; that of a UserError names the wrong parameter
 * in `field`. `signal` is aborted when the caller disconnects.
 */
export type Rpc = (
  method: string,
  params: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<unknown>;

export function rpcEndpoints(rpc: Rpc | null): readonly PathEndpoint[] {
  const respond: PathEndpoint['respond'] = ({ body, request }) =>
    rpc === null ? headless() : call(rpc, body, request.signal);
  return [{ type: 'path', method: 'POST', path: '/api/rpc', respond }];
}

function headless(): LocalResponse {
  return failure(501, 'RPC needs the app: this is a headless run, start the app with "proxyctl app"');
}

async function call(rpc: Rpc, body: Buffer, signal: AbortSignal): Promise<LocalResponse> {
  const envelope = readEnvelope(body);
  if (envelope === null) {
    return failure(400, 'The body is not a JSON object with "method" (a string) and "params" (an object)');
  }
  const reason = unsafeJsonReason(envelope.params);
  if (reason !== null) return failure(400, `The body cannot be used: ${reason}`);
  try {
    return json(200, { result: (await rpc(envelope.method, envelope.params, signal)) ?? null });
  } catch (error) {
    return json(422, { error: messageOf(error), ...fieldOf(error) });
  }
}

interface Envelope {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

function readEnvelope(body: Buffer): Envelope | null {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const { method, params } = value;
  return typeof method === 'string' && isObject(params) ? { method, params } : null;
}

function fieldOf(error: unknown): { readonly field?: string } {
  if (!(error instanceof Error) || !('field' in error) || typeof error.field !== 'string') return {};
  if (error.field === '') return {};
  return { field: error.field };
}
