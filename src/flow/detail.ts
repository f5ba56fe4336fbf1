// One flow in full, as plain data: its summary, headers, bodies decoded and cut, and what is known of the way.
import type { TlsDetails } from '../base/tls-details.ts';
import { bodyContent, omissionNotes, type BodyContent } from './content.ts';
import type { Flow, Header, MatchedRule, Message } from './flow.ts';
import { grpcDetail, type GrpcDetail } from './grpc.ts';
import { ProtoCatalogue } from './proto-catalogue.ts';
import type { ServerSentEventDetail } from './server-sent-events.ts';
import { flowTiming, type FlowTiming } from './timing.ts';
import { flowSummary, type FlowSummary } from './summary.ts';
import type { WebSocketMessageDetail } from './web-socket-log.ts';

/** Most decoded bytes of a body that are shown. */
const MAX_BODY_BYTES = 200_000;

/**
 * Text is a string, `""` without a body; what is missing is said by last lines in brackets, such as
 * `[N bytes left out]`, N counting decoded bytes.
 */
export type BodyDetail = string | BinaryBodyDetail;

export interface BinaryBodyDetail {
  /** The first 200,000 decoded bytes. */
  readonly base64: string;
  /** Decoded bytes of the whole body. */
  readonly size: number;
  /** Why the body could not be decoded, or that `size` is not all; absent otherwise. */
  readonly note?: string;
}

export interface MessageDetail {
  /** In the order and case as sent; values hold one char per byte. */
  readonly headers: readonly Header[];
  readonly body: BodyDetail;
}

export interface ResponseDetail extends MessageDetail {
  readonly status: number;
  readonly reason: string;
}

export interface RequestDetail extends MessageDetail {
  readonly method: string;
  readonly url: string;
}

export interface FlowDetail extends FlowSummary {
  /**
   * As sent upstream; without headers and body for a tunnel. `method` and `url` where a tool changed them: those of the
   * summary are what the client asked.
   */
  readonly request: MessageDetail & Partial<RequestDetail>;
  /** As the client received it; absent when there is none (yet). */
  readonly response?: ResponseDetail;
  /** As the client sent it, where a tool changed it. */
  readonly originalRequest?: RequestDetail;
  /** As the server sent it, where a tool changed it. */
  readonly originalResponse?: ResponseDetail;
  /** Rules of debugging tools that had a say in it; absent without. */
  readonly matchedRules?: readonly MatchedRule[];
  /** Such as `HTTP/1.1`: of the response, else of the request. */
  readonly httpVersion?: string;
  /** Address and port of the upstream. */
  readonly remoteAddress?: string;
  readonly timing?: FlowTiming;
  readonly tls?: TlsDetails;
  /** Why a tunnel was not decrypted, or most likely could not be. */
  readonly notDecrypted?: string;
  /** What the proxy itself changed in the messages, as sentences. */
  readonly notes?: readonly string[];
  /** Of the response. */
  readonly trailers?: readonly Header[];
  /** Of a WebSocket: the last 200 messages, as they were delivered. */
  readonly webSocketMessages?: readonly WebSocketMessageDetail[];
  /** Why the messages of a WebSocket are no longer read, though it goes on. */
  readonly webSocketFault?: string;
  /** Of a stream of events: the last 200. */
  readonly serverSentEvents?: readonly ServerSentEventDetail[];
  /** Why the events are not, or no longer, read. */
  readonly serverSentEventsFault?: string;
  /** Of a gRPC call. */
  readonly grpc?: GrpcDetail;
}

/** `protos`: what is known of the types of gRPC messages. */
export async function flowDetail(flow: Flow, protos = new ProtoCatalogue()): Promise<FlowDetail> {
  const { request, response } = flow;
  const [requestBody, responseBody] = await Promise.all([
    bodyDetail(request, flow.finished),
    // A stream of events has no end of its own: its reader goes when it has had enough.
    bodyDetail(response, flow.finished && (flow.serverSentEvents === null || response?.complete === true)),
  ]);
  const grpc = await grpcDetail(flow, protos);
  return {
    ...flowSummary(flow),
    request: { ...changedTarget(flow), headers: request?.headers ?? [], body: requestBody },
    ...(response !== null && {
      response: { headers: response.headers, body: responseBody, status: flow.status, reason: flow.reason },
    }),
    ...(await originals(flow)),
    ...(flow.matchedRules.length > 0 && { matchedRules: flow.matchedRules }),
    ...connectionDetail(flow),
    ...(await messageLogs(flow)),
    ...(grpc !== null && { grpc }),
  };
}

function changedTarget({ method, url, sentMethod, sentUrl }: Flow): Partial<RequestDetail> {
  return {
    ...(sentMethod !== method && { method: sentMethod }),
    ...(sentUrl !== url && { url: sentUrl }),
  };
}

async function originals(flow: Flow): Promise<Pick<FlowDetail, 'originalRequest' | 'originalResponse'>> {
  const { originalRequest: request, originalResponse: response, method, url, finished } = flow;
  const [, status = '', ...reason] = response?.startLine.split(' ') ?? [];
  return {
    ...(request !== null && {
      originalRequest: { method, url, headers: request.headers, body: await bodyDetail(request, finished) },
    }),
    ...(response !== null && {
      originalResponse: {
        status: Number(status),
        reason: reason.join(' '),
        headers: response.headers,
        body: await bodyDetail(response, finished),
      },
    }),
  };
}

async function bodyDetail(message: Message | null, finished: boolean): Promise<BodyDetail> {
  if (message === null) return '';
  const content = await bodyContent(message, MAX_BODY_BYTES, !finished);
  switch (content.type) {
    case 'none':
      return '';
    case 'text':
      return (content.text === '' ? omissionNotes(content) : [content.text, ...omissionNotes(content)]).join(
        '\n',
      );
    case 'binary':
      return binaryDetail(content);
  }
}

function binaryDetail(content: Extract<BodyContent, { readonly type: 'binary' }>): BinaryBodyDetail {
  const { bytes, size, exact, error } = content;
  const base64 = bytes.toString('base64');
  // That the rest is left out shows in the size, as long as the size is that of the whole.
  return exact && error === null
    ? { base64, size }
    : { base64, size, note: omissionNotes(content).join(' ') };
}

function connectionDetail(flow: Flow): Partial<FlowDetail> {
  const { remoteAddress, tls, notDecrypted } = flow;
  const timing = flowTiming(flow.timestamps);
  const version = httpVersion(flow);
  const trailers = flow.response?.trailerFields ?? [];
  const notes = [...(flow.request?.notes ?? []), ...(flow.response?.notes ?? [])];
  return {
    ...(version !== null && { httpVersion: version }),
    ...(remoteAddress !== null && { remoteAddress }),
    ...(timing !== undefined && { timing }),
    ...(tls !== null && { tls }),
    ...(notDecrypted !== null && { notDecrypted }),
    ...(notes.length > 0 && { notes }),
    ...(trailers.length > 0 && { trailers }),
  };
}

/** What was said in an exchange that goes on. */
async function messageLogs({ webSocket, serverSentEvents }: Flow): Promise<Partial<FlowDetail>> {
  const socketError = webSocket?.error ?? null;
  const eventsError = serverSentEvents?.error ?? null;
  return {
    ...(webSocket !== null && { webSocketMessages: await webSocket.detail() }),
    ...(socketError !== null && { webSocketFault: socketError }),
    ...(serverSentEvents !== null && { serverSentEvents: serverSentEvents.detail() }),
    ...(eventsError !== null && { serverSentEventsFault: eventsError }),
  };
}

function httpVersion({ request, response }: Flow): string | null {
  const line = response?.startLine ?? request?.startLine ?? '';
  return /^HTTP\/\d(?:\.\d)?\b/.exec(line)?.[0] ?? / (HTTP\/\d(?:\.\d)?)$/.exec(line)?.[1] ?? null;
}
