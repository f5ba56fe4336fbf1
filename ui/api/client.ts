// Calls the Control API; the methods of the app give the types.
import type { FlowDetail, MethodName, ParamsOf, ResultOf } from '../../src/session/methods/ui-types.ts';

/** An error with which the app answered. `field` names the wrong parameter or setting, if there is one. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly field: string | null;

  constructor(message: string, status: number, field: string | null) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

/** A part of a body. */
export interface BodySlice {
  readonly bytes: Uint8Array;
  /** The size of the whole body in bytes; null while it is unknown. */
  readonly total: number | null;
}

/** The part of a body to read. `offset` and `length` are in bytes. */
export interface BodyRange {
  readonly side: 'request' | 'response';
  readonly view?: 'decoded' | 'raw';
  readonly offset?: number;
  readonly length?: number;
}

let token = '';
let onUnauthorized: () => void = () => undefined;

/** Sets the token of all calls. `unauthorized` is called when the app does not accept it, or no longer does. */
export function connect(sessionToken: string, unauthorized: () => void): void {
  token = sessionToken;
  onUnauthorized = unauthorized;
}

/** Returns the token, for a worker that connects by itself. */
export function sessionToken(): string {
  return token;
}

/** Runs a method of the app. Rejects with an ApiError, or with a TypeError when the app cannot be reached. */
export async function rpc<N extends MethodName>(
  method: N,
  params: ParamsOf<N>,
  signal?: AbortSignal,
): Promise<ResultOf<N>> {
  const response = await request('/api/rpc', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ method, params }),
    ...(signal !== undefined && { signal }),
  });
  return ((await response.json()) as { readonly result: ResultOf<N> }).result;
}

/** Returns one flow in full. */
export async function flowDetail(id: number, signal?: AbortSignal): Promise<FlowDetail> {
  const response = await request(`/api/flows/${id}`, signal === undefined ? {} : { signal });
  return (await response.json()) as FlowDetail;
}

/** Sends a captured request again. Resolves with the new flow. */
export async function replay(id: number): Promise<FlowDetail> {
  const response = await request(`/api/flows/${id}/replay`, { method: 'POST' });
  return (await response.json()) as FlowDetail;
}

/** Returns a part of a body. */
export async function bodySlice(
  id: number,
  { side, view = 'decoded', offset = 0, length }: BodyRange,
  signal?: AbortSignal,
): Promise<BodySlice> {
  const query = new URLSearchParams({ side, view, offset: String(offset) });
  if (length !== undefined) query.set('length', String(length));
  const response = await request(`/api/flows/${id}/body?${query.toString()}`, signal ? { signal } : {});
  const total = response.headers.get('X-Total-Length');
  return { bytes: await response.bytes(), total: total === null ? null : Number(total) };
}

/** Sends a request with the token. Rejects with an ApiError unless the status is 2xx. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('X-Proxy-Token', token);
  const response = await fetch(path, { ...init, headers, cache: 'no-store', redirect: 'error' });
  if (response.ok) return response;
  if (response.status === 401) onUnauthorized();
  throw await errorOf(response);
}

async function errorOf(response: Response): Promise<ApiError> {
  const fallback = `The app answered with status ${response.status}`;
  try {
    const { error, field } = (await response.json()) as { readonly error?: string; readonly field?: string };
    return new ApiError(error ?? fallback, response.status, field ?? null);
  } catch {
    return new ApiError(fallback, response.status, null);
  }
}

/** Returns the text to show to users for anything that was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof TypeError && /fetch|network/i.test(error.message)) return 'The app cannot be reached';
  return error instanceof Error ? error.message : String(error);
}
