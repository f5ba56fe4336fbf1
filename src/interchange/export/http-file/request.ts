// Writes one request, and reads it back to find what the format cannot express.
import { usualName } from '../../import/http-file/request.ts';
import type { Auth } from '../../../collections/model/auth.ts';
import type { Body } from '../../../collections/model/body.ts';
import { urlWithQuery } from '../../../collections/model/query.ts';
import { effectiveSettings, type SavedRequest } from '../../../collections/model/request.ts';
import type { Pair, QueryPair } from '../../../collections/model/values.ts';
import { writtenAuth } from './auth.ts';
import { writtenBody } from './body.ts';
import { writtenScripts } from './scripts.ts';

const TYPES: ReadonlySet<string> = new Set(['http', 'graphql', 'websocket', 'grpc', 'mqtt']);

export function isHttpFileRequest({ type }: SavedRequest): boolean {
  return TYPES.has(type);
}

export interface WrittenRequest {
  readonly text: string;
  /** The request as an import should read it. */
  readonly expected: SavedRequest;
}

/** `auth` is the authorization that applies, the own one or that of a folder above. */
export function writtenRequest(request: SavedRequest, auth: Auth, warnings: Set<string>): WrittenRequest {
  const label = `"${request.name}"`;
  const filled = filledPath(request);
  const credentials = writtenAuth(auth, label, warnings);
  const scripts = writtenScripts(request.scripts, label, warnings);
  const isGraphql = request.body.type === 'graphql';
  const { text, contentType } = writtenBody(request.body, request.headers);
  const own = [...filled.headers, ...(contentType === null ? [] : [pairOf('Content-Type', contentType)])];
  const headers = [
    ...own,
    ...(isGraphql ? [pairOf('X-Request-Type', 'GraphQL')] : []),
    ...credentials.headers,
    ...protocolHeaders(request),
  ];
  const query = [...filled.query, ...credentials.query];
  const lines = [
    ...titleLines(request, scripts.isNamed),
    ...settingsLines(request.settings),
    ...scripts.directives,
    ...(request.grpc?.protoFiles ?? []).map((path) => `proto < ${path}`),
    ...scripts.before,
    requestLine({ ...filled, query }),
    ...headers.map(({ name, value, enabled }) => `${enabled ? '' : '# '}${name}: ${oneLine(value)}`),
    ...scripts.spreads.map((code) => `...{{${code}}}`),
  ];
  const body = request.type === 'http' || isGraphql ? text : messagesText(request);
  const example = exampleText(request.examples[0]);
  const parts = [lines.join('\n'), body, ...scripts.after, example].filter((part) => part !== '');
  const named = [...scripts.names].reduce(
    (all, [name, code]) => all.replaceAll(`{{${name}}}`, () => `{{${code}}}`),
    parts.join('\n\n'),
  );
  return { text: named, expected: { ...filled, headers: own, body: withPaths(filled.body) } };
}

/** Returns a body with the paths that an import noted down. */
function withPaths(body: Body): Body {
  if (body.type === 'file') return { type: 'file', path: body.path || (body.hint ?? '') };
  if (body.type !== 'multipart') return body;
  const fields = body.fields.map(({ hints, ...field }) => ({
    ...field,
    files: field.files?.map((path, index) => path || (hints?.[index] ?? '')) ?? null,
  }));
  return { ...body, fields };
}

function pairOf(name: string, value: string): Pair {
  return { name, value, enabled: true, docs: '' };
}

/** The format has one response behind a request. */
function exampleText(example: SavedRequest['examples'][number] | undefined): string {
  if (example === undefined || example.base64) return '';
  const { status, reason, headers, body } = example;
  const lines = [
    `HTTP/1.1 ${String(status).padStart(3, '0')} ${reason}`.trimEnd(),
    ...headers.map(({ name, value }) => `${name}: ${oneLine(value)}`),
  ];
  return [lines.join('\n'), body].filter((part) => part !== '').join('\n\n');
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ').trim();
}

/** Writes the name as the title, or, where other requests use it, as `# @name` below a title. */
function titleLines({ name, docs, method, url }: SavedRequest, isNamed: boolean): readonly string[] {
  const [first = '', ...rest] = docs.split('\n');
  if (isNamed && /^[\p{L}\p{N}_-]+$/u.test(name))
    return [`### ${first}`.trimEnd(), `# @name ${name}`, ...docsLines(rest.join('\n'))];
  const isUsual = docs === '' && name === usualName(method, url);
  return [isUsual ? '###' : `### ${oneLine(name)}`, ...docsLines(docs)];
}

function docsLines(docs: string): readonly string[] {
  return docs === '' ? [] : docs.split('\n').map((line) => `# ${line}`.trimEnd());
}

/** Puts values of `:name` into the path, since the format has none. */
function filledPath(request: SavedRequest): SavedRequest {
  const values = new Map(request.path.map(({ name, value }) => [name, value]));
  const url = request.url.replace(
    /(?<=\/):([^/?#:{}]+)/g,
    (whole, name: string) => values.get(name) || whole,
  );
  return { ...request, url, path: [] };
}

function settingsLines(settings: SavedRequest['settings']): readonly string[] {
  const { followRedirects, sendCookies, verifyTls, encodeUrl, timeoutMs } = effectiveSettings(settings);
  return [
    ...(followRedirects ? [] : ['# @no-redirect']),
    ...(sendCookies ? [] : ['# @no-cookie-jar']),
    ...(verifyTls ? [] : ['# @no-reject-unauthorized']),
    ...(encodeUrl ? [] : ['# @no-auto-encoding']),
    ...(timeoutMs > 0 ? [`# @timeout ${timeoutMs} ms`] : []),
  ];
}

function requestLine(request: SavedRequest & { readonly query: readonly QueryPair[] }): string {
  const { type, method, grpc } = request;
  const url = urlWithQuery(request);
  const { httpVersion } = effectiveSettings(request.settings);
  const version = httpVersion === 'auto' ? '' : ` HTTP/${httpVersion}`;
  switch (type) {
    case 'websocket':
      return `WEBSOCKET ${url}`;
    case 'grpc':
      return `GRPC ${grpc?.tls === true && !url.endsWith(':443') ? 'grpcs://' : ''}${url}/${grpc?.service ?? ''}/${grpc?.method ?? ''}`;
    case 'mqtt':
      return `MQTT ${url}`;
    default:
      return `${method} ${url}${version}`;
  }
}

function messagesText({ websocket, grpc, mqtt }: SavedRequest): string {
  if (grpc !== undefined) return grpc.messages.join('\n===\n');
  if (mqtt !== undefined) return mqtt.publish[0]?.payload ?? '';
  return (websocket?.messages ?? [])
    .map(({ action, text }, index) =>
      action === 'expect'
        ? '=== wait-for-server'
        : action === 'send'
          ? `${index === 0 ? '' : '===\n'}${text}`
          : '',
    )
    .filter((line) => line !== '')
    .join('\n');
}

function protocolHeaders({ websocket, mqtt }: SavedRequest): readonly Pair[] {
  const protocols = websocket?.protocols ?? [];
  if (protocols.length > 0) return [pairOf('Sec-WebSocket-Protocol', protocols.join(', '))];
  if (mqtt === undefined) return [];
  const qos = mqtt.subscribe[0]?.qos ?? mqtt.publish[0]?.qos ?? 0;
  return [
    ...(mqtt.clientId === '' ? [] : [pairOf('ClientId', mqtt.clientId)]),
    ...(mqtt.username === '' ? [] : [pairOf('Username', mqtt.username)]),
    ...(mqtt.password === '' ? [] : [pairOf('Password', mqtt.password)]),
    ...mqtt.subscribe.map(({ topic }) => pairOf('Subscribe', topic)),
    ...mqtt.publish.slice(0, 1).map(({ topic }) => pairOf('Publish', topic)),
    ...(qos === 0 ? [] : [pairOf('QoS', String(qos))]),
  ];
}
