// Sends a captured request again through the engine itself, over a pair of streams in memory: it takes
// the same way as a client's request, and its flow is recorded like any other.
import { duplexPair } from 'node:stream';
import { formatAuthority } from '../codec/http1/target.ts';
import { flatFields } from '../codec/http2/fields.ts';
import { asHttp1Request } from '../codec/http2/request.ts';
import { Client } from '../flow/client.ts';
import type { Flow, FlowTarget, Message } from '../flow/flow.ts';
import type { ProxyContext } from './context.ts';

/** Why a flow cannot be sent again; null when it can. */
export function replayFault(flow: Flow): string | null {
  if (flow.request === null)
    return `Request ${flow.id} is a tunnel: what was inside was not decrypted, so it cannot be sent again`;
  if (!flow.request.complete) return `Request ${flow.id} did not arrive whole, so it cannot be sent again`;
  if (flow.request.body.omitted > 0) {
    return `The body of request ${flow.id} was not kept whole (${flow.request.body.omitted} bytes were left out), so it cannot be sent again`;
  }
  if (flow.status === 101)
    return `Request ${flow.id} became another protocol (${flow.response?.header('upgrade') ?? 'upgrade'}), so it cannot be sent again`;
  return null;
}

/** Resolves with the new flow when it is finished. Rejects with the reason of `replayFault`. */
export function replay(flow: Flow, context: ProxyContext): Promise<Flow> {
  const fault = replayFault(flow);
  if (fault !== null || flow.request === null) return Promise.reject(new Error(fault ?? ''));
  const [inside, outside] = duplexPair();
  const client = new Client(flow.client.address, 0, true);
  client.app = flow.client.app;
  const answered = nextFlowOf(client, context);
  context.serve(inside, client, wayTo(flow.target, context));
  outside.resume();
  outside.end(requestBytes(flow, flow.request));
  return answered;
}

function wayTo(target: FlowTarget, context: ProxyContext): Parameters<ProxyContext['serve']>[2] {
  const { scheme, host, port } = target;
  const servername = scheme === 'https' ? host : null;
  return {
    type: 'origin',
    route: context.pool.route({ host, port, servername, localAllowed: true }),
    target,
    decrypted: scheme === 'https',
  };
}

/** The captured request with its framing made anew around the bytes kept. */
function requestBytes(flow: Flow, request: Message): Buffer {
  const body = request.body.bytes();
  if (request.startLine.endsWith(' HTTP/2')) return asHttp1(flow, request, body);
  const head = Buffer.from(request.head, 'latin1');
  if (!request.headers.some(({ name }) => name.toLowerCase() === 'transfer-encoding'))
    return Buffer.concat([head, body]);
  const chunk = body.length === 0 ? '' : `${body.length.toString(16)}\r\n`;
  const end = `${body.length === 0 ? '' : '\r\n'}0\r\n${request.trailers}\r\n`;
  return Buffer.concat([head, Buffer.from(chunk), body, Buffer.from(end, 'latin1')]);
}

/** A request that was sent as HTTP/2: its host stands in the URL, the length of its body may stand nowhere. */
function asHttp1({ method, path, target }: Flow, request: Message, body: Buffer): Buffer {
  const authority = formatAuthority(target.host, target.port, target.scheme);
  const fields = flatFields(request.headers.filter(({ name }) => name !== 'content-length'));
  const length =
    body.length === 0 && request.header('content-length') === undefined
      ? []
      : ['content-length', String(body.length)];
  const head = asHttp1Request({ method, path, authority, fields: [...fields, ...length] }, false);
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

function nextFlowOf(client: Client, context: ProxyContext): Promise<Flow> {
  return new Promise((resolve) => {
    const stop = context.flows.subscribe((flow, change) => {
      if (flow.client !== client || change !== 'finished') return;
      stop();
      resolve(flow);
    });
  });
}
