// Writes captured exchanges as HAR 1.2, with decoded and complete bodies. Tunnels and exchanges in progress
// are left out, since HAR cannot represent them.
import { productName, version } from '../../../base/product.ts';
import {
  harEntryText,
  harHead,
  harTail,
  type HarContent,
  type HarCreator,
  type HarEntry,
  type HarPair,
  type HarPostData,
  type HarRequest,
  type HarResponse,
} from '../../../documents/har/writer.ts';
import { bodyContent, omissionNotes, type BodyContent } from '../../../flow/content.ts';
import { serverAddress } from '../../../flow/destination.ts';
import type { Flow, Message } from '../../../flow/flow.ts';
import { flowTiming } from '../../../flow/timing.ts';
import { fileChunks, type FileChunks, type FileParts, type Flows } from '../contract.ts';

const harCreator: HarCreator = { name: productName, version };

/**
 * Returns the entry of a flow, with the request as the client sent it. Null for a tunnel, and while the
 * exchange is in progress.
 */
export async function harEntry(flow: Flow): Promise<HarEntry | null> {
  const { durationMs: time } = flow;
  const request = flow.originalRequest ?? flow.request;
  if (request === null || time === undefined) return null;
  const phases = flowTiming(flow.timestamps);
  const address = serverAddress(flow);
  return {
    startedDateTime: new Date(flow.startedAt).toISOString(),
    time,
    request: await harRequest(flow, request),
    response: await harResponse(flow),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...(address !== null && { serverIPAddress: address }),
    ...(flow.app !== null && { _proxyClient: flow.app }),
    ...(phases !== undefined && { _timings: { ...phases } }),
  };
}

/** The parts of every HAR file that is written. */
export const harParts: FileParts = {
  head: harHead(harCreator),
  async *entry(flow, index) {
    const entry = await harEntry(flow);
    if (entry !== null) yield harEntryText(entry, index);
  },
  tail: () => Promise.resolve(harTail()),
};

export function harChunks(flows: Flows): FileChunks {
  return fileChunks(harParts, flows);
}

async function harRequest(flow: Flow, request: Message): Promise<HarRequest> {
  const postData = await harPostData(request);
  return {
    method: flow.method,
    url: flow.url,
    httpVersion: / (HTTP\/\d(?:\.\d)?)$/.exec(request.startLine)?.[1] ?? '',
    cookies: [],
    headers: request.headers,
    queryString: queryOf(flow.path),
    ...(postData !== null && { postData }),
    headersSize: request.head.length,
    bodySize: request.size,
  };
}

async function harPostData(request: Message): Promise<HarPostData | null> {
  const content = await bodyContent(request, Infinity);
  if (content.type === 'none') return null;
  return { mimeType: request.header('content-type') ?? '', ...contentText(content) };
}

async function harResponse(flow: Flow): Promise<HarResponse> {
  const { response } = flow;
  return {
    status: flow.status,
    statusText: flow.reason,
    httpVersion: /^HTTP\/\d(?:\.\d)?\b/.exec(response?.startLine ?? '')?.[0] ?? '',
    cookies: [],
    headers: response?.headers ?? [],
    content: response === null ? { size: 0, mimeType: '' } : await harContent(response),
    redirectURL: response?.header('location') ?? '',
    headersSize: response?.head.length ?? -1,
    bodySize: response?.size ?? -1,
    ...(flow.error !== null && { _error: flow.error }),
  };
}

async function harContent(response: Message): Promise<HarContent> {
  const mimeType = response.header('content-type') ?? '';
  const content = await bodyContent(response, Infinity);
  if (content.type === 'none') return { size: 0, mimeType };
  return { size: content.size, mimeType, ...contentText(content) };
}

function contentText(
  content: Exclude<BodyContent, { readonly type: 'none' }>,
): Pick<HarPostData, 'text' | 'encoding' | 'comment'> {
  const comment = omissionNotes(content).join(' ');
  return {
    ...(content.type === 'text'
      ? { text: content.text }
      : { text: content.bytes.toString('base64'), encoding: 'base64' }),
    ...(comment !== '' && { comment }),
  };
}

function queryOf(path: string): readonly HarPair[] {
  const start = path.indexOf('?');
  if (start < 0) return [];
  return [...new URLSearchParams(path.slice(start + 1))].map(([name, value]) => ({ name, value }));
}
