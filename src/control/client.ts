// The client of the Control API, by which the command line and the MCP server use the running proxy.
import type { Agent, IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { isObject } from '../base/is-object.ts';
import { messageOf, systemCode, UserError } from '../base/errors.ts';
import { http } from '../base/node-http.ts';
import { productName } from '../base/product.ts';
import type { FlowDetail } from '../flow/detail.ts';
import type { FlowSummary } from '../flow/summary.ts';
import type { Status } from './endpoints/status.ts';
import { apiToken, TOKEN_HEADER } from './token.ts';
import { verifiedConnection } from './verified-connection.ts';

/** Filters of `GET /api/flows`; its documentation explains each. */
export type FlowFilter = Readonly<Record<string, string>>;

/** Milliseconds in which the proxy must begin to respond. A replayed request may take as long as its server does. */
const PATIENCE_MS = 30_000;

const JSON_TYPE = 'application/json';

/**
 * Calls the API. Each method rejects with an Error for the user: that nothing listens on the port, or the error of the
 * API.
 */
export class ControlClient {
  readonly port: number;
  readonly #token: string;

  constructor(port: number, token: string) {
    this.port = port;
    this.#token = token;
  }

  status(): Promise<Status> {
    return this.#json('GET', '/api/status');
  }

  /** Resolves with the captured requests, newest last. */
  flows(filter: FlowFilter = {}): Promise<readonly FlowSummary[]> {
    return this.#json('GET', `/api/flows?${new URLSearchParams(filter).toString()}`);
  }

  flow(id: number): Promise<FlowDetail> {
    return this.#json('GET', `/api/flows/${id}`);
  }

  /** Resolves with the request as a cURL command. */
  async curl(id: number): Promise<string> {
    return this.#text(await this.#request('GET', `/api/flows/${id}/curl`, 'text/plain'));
  }

  /** Resolves with the text of a HAR file with this request. */
  async harOf(id: number): Promise<string> {
    return this.#text(await this.#request('GET', `/api/flows/${id}/har`, JSON_TYPE));
  }

  /** Resolves with bytes of a body, without its content codings. */
  async body(id: number, side: 'request' | 'response'): Promise<Buffer> {
    const path = `/api/flows/${id}/body?side=${side}`;
    return this.#bytes(await this.#request('GET', path, 'application/octet-stream'));
  }

  /** Resolves with a part of a body, without its content codings, and the size of the whole; null while unknown. */
  async bodySlice(
    id: number,
    side: 'request' | 'response',
    { offset, length }: { readonly offset: number; readonly length: number },
  ): Promise<{ readonly bytes: Buffer; readonly total: number | null }> {
    const path = `/api/flows/${id}/body?side=${side}&offset=${offset}&length=${length}`;
    const response = await this.#request('GET', path, 'application/octet-stream');
    const total = response.headers['x-total-length'];
    return { bytes: await this.#bytes(response), total: typeof total === 'string' ? Number(total) : null };
  }

  /** Runs a method of the app, which may take as long as it needs. Rejects with a UserError that names the field. */
  async rpc(method: string, params: object, signal?: AbortSignal): Promise<unknown> {
    const call = { body: JSON.stringify({ method, params }), signal, patienceMs: null };
    const text = await this.#text(await this.#request('POST', '/api/rpc', JSON_TYPE, call));
    return (JSON.parse(text) as { readonly result: unknown }).result;
  }

  /** Resolves with a one-time code that lets a browser into the running app for 60 s. */
  async sessionCode(): Promise<string> {
    return (await this.#json<{ readonly code: string }>('POST', '/api/session/code')).code;
  }

  /** Asks the app to stop, without waiting for its end. */
  async stop(): Promise<void> {
    await this.#json('POST', '/api/stop');
  }

  /** Sends the request again and resolves with the finished exchange. */
  replay(id: number, signal?: AbortSignal): Promise<FlowDetail> {
    return this.#json('POST', `/api/flows/${id}/replay`, { patienceMs: null, signal });
  }

  /**
   * Writes a HAR file of all captured requests to `sink`, and leaves it open. Rejects with the error of `sink` when
   * that fails.
   */
  async har(sink: Writable): Promise<void> {
    const response = await this.#request('GET', '/api/export/har', JSON_TYPE);
    for await (const piece of this.#pieces(response)) await written(sink, piece);
  }

  async #json<T>(method: string, path: string, call: Call = {}): Promise<T> {
    const body = await this.#text(await this.#request(method, path, JSON_TYPE, call));
    try {
      return JSON.parse(body) as T;
    } catch (cause) {
      throw this.#unreachable('what answers there is damaged', cause);
    }
  }

  async #text(response: IncomingMessage): Promise<string> {
    return (await this.#bytes(response)).toString();
  }

  async #bytes(response: IncomingMessage): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.#pieces(response)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  async *#pieces(response: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
    try {
      yield* response;
    } catch (cause) {
      throw this.#unreachable(`the answer was cut: ${messageOf(cause)}`, cause);
    }
  }

  /** Resolves with a successful response of this type. */
  async #request(method: string, path: string, type: string, call: Call = {}): Promise<IncomingMessage> {
    const agent = await verifiedConnection(this.port, this.#token).catch((cause: unknown) => {
      throw this.#unreachable(connectReason(cause), cause);
    });
    const response = await this.#send(agent, method, path, call).catch((cause: unknown) => {
      agent.destroy();
      throw this.#unreachable(connectReason(cause), cause);
    });
    response.once('close', () => agent.destroy());
    if (response.statusCode !== 200) throw this.#refused(await this.#text(response));
    if (response.headers['content-type']?.startsWith(type) === true) return response;
    response.destroy();
    throw this.#unreachable(`what answers there is not ${productName}`, null);
  }

  #send(
    agent: Agent,
    method: string,
    path: string,
    { body, signal, patienceMs = PATIENCE_MS }: Call,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = { [TOKEN_HEADER]: this.#token };
      const options = { host: '127.0.0.1', port: this.port, method, path, headers, agent };
      const request = http.request(signal === undefined ? options : { ...options, signal });
      request.on('error', reject);
      request.on('response', (response) => {
        // From here on, a pause may be due to our own slow reader.
        request.setTimeout(0);
        resolve(response);
      });
      if (patienceMs !== null) {
        request.setTimeout(patienceMs, () => {
          request.destroy(new Error(`no answer within ${patienceMs / 1000} s`));
        });
      }
      request.end(body);
    });
  }

  #unreachable(detail: string, cause: unknown): Error {
    return new UserError(
      'INVALID_DATA',
      `Couldn't reach ${productName} on port ${this.port}. Is the app (or a headless run) running? (${detail})`,
      { cause },
    );
  }

  #refused(body: string): Error {
    const { error, field } = errorOf(body);
    return error === undefined
      ? this.#unreachable(`what answers there is not ${productName}`, null)
      : new UserError('INVALID_DATA', error, { field });
  }
}

interface Call {
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /** Null: the response may begin as late as it likes. */
  readonly patienceMs?: number | null;
}

/** Creates a client for the proxy on `port`, with the token of this data folder. `say`: tells the user of its file. */
export async function controlClient(
  home: string,
  port: number,
  say: (text: string) => void,
): Promise<ControlClient> {
  const { token } = await apiToken(home, say);
  return new ControlClient(port, token);
}

function written(sink: Writable, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    sink.write(piece, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

function connectReason(cause: unknown): string {
  return systemCode(cause) === 'ECONNREFUSED'
    ? 'nothing listens there: start the app with "proxyctl app"'
    : messageOf(cause);
}

/** Returns `error` and `field` of the API's answer; nothing for one that is not the API's. */
function errorOf(body: string): { readonly error?: string; readonly field?: string } {
  try {
    const value: unknown = JSON.parse(body);
    if (!isObject(value) || typeof value['error'] !== 'string') return {};
    const { error, field } = value;
    return typeof field === 'string' ? { error, field } : { error };
  } catch {
    return {};
  }
}
