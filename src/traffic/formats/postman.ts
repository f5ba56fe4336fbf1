// Postman Collection v2.1: captured exchanges as one request each, with the response saved as an example.
// Tunnels and binary bodies are left out, since Postman cannot represent them.
import { randomUUID } from 'node:crypto';
import { bodyContent } from '../../flow/content.ts';
import type { Flow, Header, Message } from '../../flow/flow.ts';
import {
  postmanHead,
  type PostmanBody,
  type PostmanItem,
  type PostmanPair,
  type PostmanQuery,
  type PostmanRequest,
  type PostmanResponse,
  type PostmanUrl,
} from '../../documents/postman.ts';
import { defineFormat, fileChunks, type FileParts } from './contract.ts';

const NAME = 'Proxy Export';
const AS_CAPTURED = { disableUrlEncoding: true, disableBodyPruning: true, disableCookies: true };

export const postman = defineFormat({
  id: 'postman',
  label: 'Postman Collection',
  extension: '.postman_collection.json',
  export: { write: (flows) => fileChunks(parts(), flows), represents: ({ request }) => request !== null },
});

function parts(): FileParts {
  return {
    head: postmanHead(randomUUID(), NAME),
    async *entry(flow, index) {
      const item = await postmanItem(flow);
      if (item !== null) yield `${index === 0 ? '\n' : ',\n'}${JSON.stringify(item)}`;
    },
    tail: () => Promise.resolve('\n]}\n'),
  };
}

async function postmanItem(flow: Flow): Promise<PostmanItem | null> {
  const message = flow.originalRequest ?? flow.request;
  if (message === null) return null;
  const request = await postmanRequest(flow, message);
  const path = flow.path;
  return {
    name: `${flow.method} ${path.split('?')[0] ?? path}`,
    protocolProfileBehavior: AS_CAPTURED,
    request,
    response: flow.response === null ? [] : [await postmanResponse(flow, flow.response, request)],
  };
}

async function postmanRequest(flow: Flow, message: Message): Promise<PostmanRequest> {
  const body = await postmanBody(message);
  return {
    method: flow.method,
    header: pairs(message.headers.filter(({ name }) => !/^(?:host|content-length|connection)$/i.test(name))),
    url: postmanUrl(flow),
    ...(body !== null && { body }),
  };
}

async function postmanBody(message: Message): Promise<PostmanBody | null> {
  const content = await bodyContent(message, Infinity);
  if (content.type !== 'text') return null;
  const isJson = /^\s*application\/(?:[\w.+-]+\+)?json\b/i.test(message.header('content-type') ?? '');
  const body = { mode: 'raw', raw: content.text } as const;
  return isJson ? { ...body, options: { raw: { language: 'json' } } } : body;
}

async function postmanResponse(
  flow: Flow,
  response: Message,
  originalRequest: PostmanRequest,
): Promise<PostmanResponse> {
  const content = await bodyContent(response, Infinity);
  return {
    name: 'Captured response',
    originalRequest,
    status: flow.reason,
    code: flow.status,
    header: pairs(response.headers),
    cookie: [],
    body: content.type === 'text' ? content.text : '',
  };
}

function postmanUrl({ target, url, path }: Flow): PostmanUrl {
  const { scheme, host, port } = target;
  const [pathname = '', ...query] = path.split('?');
  const isDefault = port === (scheme === 'https' ? 443 : 80);
  const search = query.join('?');
  return {
    raw: url,
    protocol: scheme,
    host: host.includes(':') ? [`[${host}]`] : host.split('.'),
    ...(!isDefault && { port: String(port) }),
    path: pathname.replace(/^\//, '').split('/'),
    ...(search !== '' && { query: queryOf(search) }),
  };
}

/** Returns the query parameters as written in the URL: Postman does not encode them again. */
function queryOf(search: string): readonly PostmanQuery[] {
  return search.split('&').map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? { key: pair, value: null } : { key: pair.slice(0, at), value: pair.slice(at + 1) };
  });
}

function pairs(headers: readonly Header[]): readonly PostmanPair[] {
  return headers.map(({ name, value }) => ({ key: name, value }));
}
