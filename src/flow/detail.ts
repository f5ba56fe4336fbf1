// Returns one flow in full as plain data: its summary, headers, decoded and cut bodies, and connection
// details.
import { tlsDetail, type TlsDetail } from './certificates.ts';
import { textOfOctets } from '../base/octets.ts';
import { bodyContent, omissionNotes, type BodyContent } from './content.ts';
import type { Flow, MatchedRule } from './flow.ts';
import type { Header, Message } from './message.ts';
import { grpcDetail, type GrpcDetail } from './grpc.ts';
import type { NotDecryptedCode } from './not-decrypted.ts';
import { ProtoCatalogue } from './proto-catalogue.ts';
import { repairDetails, type RepairDetail } from './repairs.ts';
import type { ServerSentEventDetail } from './server-sent-events.ts';
import { flowTiming, type FlowTiming } from './timing.ts';
import { flowSummary, notDecryptedFields, type FlowSummary } from './summary.ts';
import type { WebSocketMessageDetail } from './web-socket-log.ts';

/** Maximum decoded bytes of a body that are shown. */
const MAX_BODY_BYTES = 200_000;

/**
 * A text body is a string, `""` without a body; last lines in brackets say what is missing, such as `[N bytes
 * left out]`, N counting decoded bytes.
 */
export type BodyDetail = string | BinaryBodyDetail;

export interface BinaryBodyDetail {
  /** The first 200,000 decoded bytes. */
  readonly base64: string;
  /** Decoded bytes of the whole body. */
  readonly size: number;
  /** The reason why the body could not be decoded, or that `size` is a lower bound; absent otherwise. */
  readonly note?: string;
}

export interface MessageDetail {
  /** In the order and case as sent. */
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
   * As sent upstream; without headers and body for a tunnel. `method` and `url` only where a tool changed
   * them: the summary has those that the client requested.
   */
  readonly request: MessageDetail & Partial<RequestDetail>;
  /** As the client received it; absent when there is none (yet). */
  readonly response?: ResponseDetail;
  /** As the client sent it, where a tool changed it. */
  readonly originalRequest?: RequestDetail;
  /** As the server sent it, where a tool changed it. */
  readonly originalResponse?: ResponseDetail;
  /** Rules of debugging tools that matched; absent without. */
  readonly matchedRules?: readonly MatchedRule[];
  /** Version such as `HTTP/1.1`: of the response, else of the request. */
  readonly httpVersion?: string;
  /** Address and port of the upstream. */
  readonly remoteAddress?: string;
  readonly timing?: FlowTiming;
  readonly tls?: TlsDetail;
  /** The reason why a tunnel was not decrypted, or most likely could not be. */
  readonly notDecrypted?: string;
  readonly notDecryptedCode?: NotDecryptedCode;
  /** Changes that the proxy itself made to the messages, as sentences. */
  readonly notes?: readonly string[];
  /** Repairs of a server's response that was not valid HTTP; absent without. */
  readonly repairs?: readonly RepairDetail[];
  /** Trailers of the response. */
  readonly trailers?: readonly Header[];
  /** The last 200 messages of a WebSocket, as delivered. */
  readonly webSocketMessages?: readonly WebSocketMessageDetail[];
  /** The reason why the messages of a WebSocket are no longer read, though it goes on. */
  readonly webSocketError?: string;
  /** The last 200 events of an event stream. */
  readonly serverSentEvents?: readonly ServerSentEventDetail[];
  /** Milliseconds from the request to each of the first 50 events; absent where not known. */
  readonly firstEventTimes?: readonly number[];
  /** The reason why the events are not, or no longer, read. */
  readonly serverSentEventsError?: string;
  /** The gRPC call. */
  readonly grpc?: GrpcDetail;
}

/** Returns the detail of a flow. `protos`: known types of gRPC messages. */
export async function flowDetail(flow: Flow, protos = new ProtoCatalogue()): Promise<FlowDetail> {
  const { request, response } = flow;
  const [requestBody, responseBody] = await Promise.all([
    bodyDetail(request, flow.finished),
    // An event stream may never end, so its reader leaves when it has read enough.
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
        reason: textOfOctets(reason.join(' ')),
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
  const { bytes, size, exact, error, loss } = content;
  const base64 = bytes.toString('base64');
  // The size shows what is missing, as long as it is the size of the whole body.
  return exact && error === null && loss === null
    ? { base64, size }
    : { base64, size, note: omissionNotes(content).join(' ') };
}

function connectionDetail(flow: Flow): Partial<FlowDetail> {
  const { remoteAddress, tls, notDecrypted, repairs } = flow;
  const timing = flowTiming(flow.timestamps);
  const version = httpVersion(flow);
  const trailers = flow.response?.trailerFields ?? [];
  const notes = [...(flow.request?.notes ?? []), ...(flow.response?.notes ?? [])];
  return {
    ...(version !== null && { httpVersion: version }),
    ...(remoteAddress !== null && { remoteAddress }),
    ...(timing !== undefined && { timing }),
    ...(tls !== null && { tls: tlsDetail(tls) }),
    ...notDecryptedFields(notDecrypted),
    ...(notes.length > 0 && { notes }),
    ...(repairs.length > 0 && { repairs: repairDetails(repairs) }),
    ...(trailers.length > 0 && { trailers }),
  };
}

function spokenIn({ url, response }: Flow): { readonly url: string; readonly subprotocol: string } {
  return { url, subprotocol: response?.header('sec-websocket-protocol')?.trim() ?? '' };
}

/** Returns the messages of an exchange that goes on. */
async function messageLogs(flow: Flow): Promise<Partial<FlowDetail>> {
  const { webSocket, serverSentEvents } = flow;
  const times = firstEventTimes(flow);
  const socketError = webSocket?.error ?? null;
  const eventsError = serverSentEvents?.error ?? null;
  return {
    ...(webSocket !== null && { webSocketMessages: await webSocket.detail(spokenIn(flow)) }),
    ...(socketError !== null && { webSocketError: socketError }),
    ...(serverSentEvents !== null && { serverSentEvents: serverSentEvents.detail() }),
    ...(times.length > 0 && { firstEventTimes: times }),
    ...(eventsError !== null && { serverSentEventsError: eventsError }),
  };
}

/** Returns the milliseconds from the request to each of the first events of a stream; empty where not known. */
export function firstEventTimes({ serverSentEvents, startedAt }: Flow): readonly number[] {
  return (serverSentEvents?.firstTimes ?? []).map((time) => Math.max(0, time - startedAt));
}

function httpVersion({ request, response }: Flow): string | null {
  const line = response?.startLine ?? request?.startLine ?? '';
  return /^HTTP\/\d(?:\.\d)?\b/.exec(line)?.[0] ?? / (HTTP\/\d(?:\.\d)?)$/.exec(line)?.[1] ?? null;
}
