// `pm.response`: a Response of postman-collection. Its parts are created when a script first reads them, because most
// scripts read few of them; the host decodes the body.
import { decodeHostText, defineLazy, lazy, type Chai, type Sdk } from './environment.ts';
import { MessageList } from './messages.ts';
import type { ResponseHead } from './script-data.ts';

/** Access to the body of a response, which the host holds. */
export interface BodySource {
  readonly text: (charset: string) => string;
  /** Returns a Buffer. */
  readonly buffer: () => unknown;
  readonly base64: () => string;
  /** Returns JSON. */
  readonly messages: () => string;
}

interface State {
  readonly head: ResponseHead;
  readonly source: BodySource;
  /** The decoded body; null until it is first read. */
  text: string | null;
}

interface Reasons {
  readonly lookup: (code: number) => { readonly name: string };
}
interface LooseJson {
  readonly parse: (text: string, reviver?: unknown, strict?: unknown) => unknown;
}

type Load = (name: string) => unknown;

export type MakeResponse = (head: ResponseHead, source: BodySource) => object;

/** Returns a function that creates response objects; they share one prototype. */
export function responseMaker(sdk: Sdk, chai: Chai, load: Load): MakeResponse {
  const states = new WeakMap<object, State>();
  const prototype = responsePrototype(sdk, chai, load, states);
  return (head, source) => {
    const response = Object.create(prototype) as Record<string, unknown>;
    states.set(response, { head, source, text: null });
    defineParts(response, head, source, sdk, load);
    defineConversation(response, head, source, sdk, chai);
    return response;
  };
}

function responsePrototype(sdk: Sdk, chai: Chai, load: Load, states: WeakMap<object, State>): object {
  const stateOf = (response: object): State => {
    const state = states.get(response);
    if (state === undefined) throw new TypeError('not a response');
    return state;
  };
  return Object.create(sdk.Response.prototype, {
    text: method((response) => textOf(stateOf(response))),
    json: method((response, reviver, strict) =>
      parseJson(textOf(stateOf(response)), load('liquid-json') as LooseJson, reviver, strict),
    ),
    size: method((response) => sizeOf(response, stateOf(response).head)),
    dataURI: method((response) => dataUriOf(stateOf(response))),
    to: {
      get(this: object) {
        return chai.expect(this).to;
      },
    },
  }) as object;
}

type Method = (response: object, ...values: readonly unknown[]) => unknown;

function method(call: Method): PropertyDescriptor {
  return {
    value(this: object, ...values: readonly unknown[]) {
      return call(this, ...values);
    },
  };
}

function textOf(state: State): string {
  return (state.text ??= state.source.text(charsetOf(state.head)));
}

function dataUriOf({ head, source }: State): string {
  return `data:${mediaTypeOf(head) || 'text/plain'};base64, ${source.base64()}`;
}

function defineParts(
  response: Record<string, unknown>,
  head: ResponseHead,
  source: BodySource,
  sdk: Sdk,
  load: Load,
): void {
  const standard = (load('http-reasons') as Reasons).lookup(head.code);
  const reason = head.reason || standard.name;
  const details = (): object => ({
    ...standard,
    name: reason,
    code: head.code,
    standardName: standard.name,
  });
  const headers = (): object => {
    const fields = head.headers.map(([key, value]) => ({ key, value }));
    return new sdk.HeaderList(response, fields);
  };
  defineLazy(response, '_details', details, false);
  response['status'] = reason;
  response['code'] = head.code;
  defineLazy(response, 'headers', headers);
  defineLazy(response, 'cookies', () => new sdk.CookieList(response, head.cookies));
  defineLazy(response, 'stream', () => source.buffer(), false);
  response['responseTime'] = head.timeMs;
  response['responseSize'] = head.bodyBytes;
}

/** Defines what Postman has for gRPC, for all protocols with messages. */
function defineConversation(
  response: Record<string, unknown>,
  head: ResponseHead,
  source: BodySource,
  sdk: Sdk,
  chai: Chai,
): void {
  const list = (fields: ResponseHead['headers']): object =>
    new sdk.HeaderList(
      response,
      fields.map(([key, value]) => ({ key, value })),
    );
  const messages = lazy(() => MessageList.fromJson(decodeHostText(source.messages()), chai));
  response['statusCode'] = head.code;
  defineLazy(response, 'isConversation', () => head.isConversation, false);
  defineLazy(response, 'messages', () => messages().with('received'), false);
  defineLazy(response, 'sentMessages', () => messages().with('sent'), false);
  defineLazy(response, 'metadata', () => list(head.headers), false);
  defineLazy(response, 'trailers', () => list(head.trailers), false);
}

/** Parses like Postman: a byte order mark is skipped, and an error names the position. */
function parseJson(body: string, loose: LooseJson, reviver: unknown, strict: unknown): unknown {
  const text = body.charCodeAt(0) === 0xfeff ? body.slice(1) : body;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return loose.parse(text, reviver, strict);
  }
  return typeof reviver === 'function'
    ? JSON.parse(text, reviver as (key: string, value: unknown) => unknown)
    : value;
}

function headerValue({ headers }: ResponseHead, name: string): string {
  return headers.findLast(([each]) => each.toLowerCase() === name)?.[1] ?? '';
}

function charsetOf(head: ResponseHead): string {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headerValue(head, 'content-type'))?.[1] ?? 'utf-8';
}

function mediaTypeOf(head: ResponseHead): string {
  return headerValue(head, 'content-type').split(';', 1)[0]!.trim();
}

/** Returns sizes in bytes; a compressed body counts with the length that the server declares. */
function sizeOf(response: object, head: ResponseHead): object {
  const declared = headerValue(head, 'content-length');
  const isCompressed = /gzip|deflate/i.test(headerValue(head, 'content-encoding'));
  const body = isCompressed && /^\d+$/.test(declared) ? Number(declared) : head.bodyBytes;
  const { code, status } = response as { readonly code: number; readonly status: string };
  const lines = head.headers.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  const header = `HTTP/X.X ${code} ${status}\r\n\r\n`.length + lines.length;
  return { body, header, total: body + header };
}
