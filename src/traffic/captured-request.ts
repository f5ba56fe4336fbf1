// A captured exchange as a saved request of the API client, with the response as its example.
import type { Example } from '../collections/model/example.ts';
import { rawLanguage } from '../collections/model/raw-language.ts';
import { newRequest, type SavedRequest } from '../collections/model/request.ts';
import { splitUrl } from '../collections/model/url-parts.ts';
import type { Pair } from '../collections/model/values.ts';
import { bodyContent } from '../flow/content.ts';
import type { Flow } from '../flow/flow.ts';
import type { Header, Message } from '../flow/message.ts';

/** Everything that a capture does not say; parsed once, since it takes as long as the rest. */
const DEFAULTS = newRequest({
  id: 'default',
  // It is sent again as it was captured.
  settings: { encodeUrl: false, sendCookies: false },
});

/**
 * Returns the saved request. Returns null for a tunnel, because only its target is known. A binary body is omitted.
 */
export async function capturedRequest(flow: Flow, id: string): Promise<SavedRequest | null> {
  const message = flow.originalRequest ?? flow.request;
  if (message === null) return null;
  const { url, query } = splitUrl(flow.url);
  return {
    ...DEFAULTS,
    id,
    name: `${flow.method} ${flow.path.split('?')[0] ?? flow.path}`,
    method: flow.method,
    url,
    query: [...query],
    headers: pairs(message.headers.filter(({ name }) => !/^(?:host|content-length|connection)$/i.test(name))),
    body: await bodyOf(message),
    examples: flow.response === null ? [] : [await exampleOf(flow, flow.response, id)],
  };
}

async function bodyOf(message: Message): Promise<SavedRequest['body']> {
  const content = await bodyContent(message, Infinity);
  if (content.type !== 'text') return { type: 'none' };
  return { type: 'raw', language: rawLanguage(message.header('content-type') ?? ''), text: content.text };
}

async function exampleOf({ status, reason }: Flow, response: Message, id: string): Promise<Example> {
  const content = await bodyContent(response, Infinity);
  const isText = content.type === 'text';
  return {
    id: `${id}-response`,
    name: 'Captured response',
    request: null,
    status,
    reason,
    headers: pairs(response.headers),
    body: isText ? content.text : '',
    base64: false,
  };
}

function pairs(headers: readonly Header[]): Pair[] {
  return headers.map(({ name, value }) => ({ name, value, enabled: true, docs: '' }));
}
