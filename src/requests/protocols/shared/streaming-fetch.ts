// A `fetch` with a streaming body over the run's own connections, so that the run's proxies, certificates and
// authorization apply.
import type { FetchLike } from '@modelcontextprotocol/client';
import { fieldList } from '../../../codec/http1/field-lines.ts';
import { asError } from '../../../base/errors.ts';
import type { HeaderField } from '../../auth/contract.ts';
import type { ProtocolContext, ProtocolRequest } from '../contract.ts';
import { authorized } from '../../http/exchange.ts';
import { buildUrl } from '../../http/url.ts';

type Sent = Pick<ProtocolRequest<unknown>, 'headers' | 'auth' | 'settings'>;

export function httpFetch(request: Sent, context: ProtocolContext, signal: AbortSignal): FetchLike {
  return async (address, init = {}) => {
    const url = String(address);
    const given = new Headers(init.headers);
    const own = new Set(request.headers.map(({ name }) => name.toLowerCase()));
    const headers = [
      ...request.headers,
      ...[...given].filter(([name]) => !own.has(name)).map(([name, value]) => ({ name, value })),
    ];
    const body = typeof init.body === 'string' ? Buffer.from(init.body) : Buffer.alloc(0);
    const unsigned = { method: init.method ?? 'GET', url, headers, body };
    const signed = await authorized(request.auth, unsigned, request.settings, context);
    const stop = AbortSignal.any([signal, ...(init.signal ? [init.signal] : [])]);
    const target = buildUrl({ url: signed.url, query: [], path: [], encode: false });
    return streamed((onData) =>
      context.sender.send(
        { method: signed.method, url: target, headers: signed.headers, body: signed.body },
        // The time-out of the request applies to the whole conversation, through the signal.
        { ...request.settings, timeoutMs: 0, signal: stop, onData },
      ),
    );
  };
}

interface Whole {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderField[];
}

type Send = (onData: (bytes: Buffer, head: string) => void) => Promise<Whole>;

/** Resolves with a response as soon as a piece of its body is there. */
function streamed(send: Send): Promise<Response> {
  return new Promise((resolve, reject) => {
    let body: ReadableStreamDefaultController<Uint8Array> | null = null;
    const sending = send((bytes, head) => {
      if (body === null) {
        const [, status = '', ...reason] = head.slice(0, head.indexOf('\r\n')).split(' ');
        const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
        resolve(
          responseOf({ status: Number(status), reason: reason.join(' '), headers: fieldList(head) }, stream),
        );
      }
      try {
        body?.enqueue(bytes);
      } catch {
        // The reader has cancelled the stream.
      }
    });
    sending.then(
      (whole) => {
        if (body === null) resolve(responseOf(whole, null));
        else closeQuietly(body);
      },
      (thrown: unknown) => {
        const error = asError(thrown);
        reject(error);
        body?.error(error);
      },
    );
  });
}

function responseOf({ status, reason, headers }: Whole, body: ReadableStream | null): Response {
  const pairs = headers.map(({ name, value }): [string, string] => [name, value]);
  return new Response(body, { status, statusText: reason, headers: pairs });
}

function closeQuietly(body: ReadableStreamDefaultController<Uint8Array>): void {
  try {
    body.close();
  } catch {
    // The reader has cancelled the stream.
  }
}
