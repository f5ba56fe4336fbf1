// `pm.response`: a Response of postman-collection. Its parts are created when a script first reads them, because most
// scripts read few of them; the host decodes the body.
import { decodeHostText, defineLazy, defineLazyForAll, type Chai, type Sdk } from './environment.ts';
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
  /** Null until they are first read. */
  messages: MessageList | null;
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
    states.set(response, { head, source, text: null, messages: null });
    defineParts(response, head, sdk, load);
    return response;
  };
}

function responsePrototype(sdk: Sdk, chai: Chai, load: Load, states: WeakMap<object, State>): object {
  const stateOf = (response: object): State => {
    const state = states.get(response);
    if (state === undefined) throw new TypeError('not a response');
    return state;
  };
  const list = (response: object, fields: ResponseHead['headers']): object =>
    new sdk.HeaderList(
      response,
      fields.map(([key, value]) => ({ key, value })),
    );
  const messagesOf = (state: State): MessageList =>
    (state.messages ??= MessageList.fromJson(decodeHostText(state.source.messages()), chai));
  const parts: Readonly<Record<string, (response: object, state: State) => unknown>> = {
    _details: (_, { head }) => detailsOf(head, load),
    stream: (_, { source }) => source.buffer(),
    // What Postman has for gRPC, for all protocols with messages.
    isConversation: (_, { head }) => head.isConversation,
    messages: (_, state) => messagesOf(state).with('received'),
    sentMessages: (_, state) => messagesOf(state).with('sent'),
    metadata: (response, { head }) => list(response, head.headers),
    trailers: (response, { head }) => list(response, head.trailers),
  };
  const prototype = Object.create(sdk.Response.prototype) as object;
  for (const [name, make] of Object.entries(parts))
    defineLazyForAll(prototype, name, (response) => make(response, stateOf(response)));
  return Object.defineProperties(prototype, {
    text: method((response) => bodyText(stateOf(response))),
    json: method((response, reviver, strict) =>
      parseJson(bodyText(stateOf(response)), () => load('liquid-json') as LooseJson, reviver, strict),
    ),
    size: method((response) => sizeOf(response, stateOf(response).head)),
    dataURI: method((response) => dataUriOf(stateOf(response))),
    to: {
      get(this: object) {
        return chai.expect(this).to;
      },
    },
  });
}

type Method = (response: object, ...values: readonly unknown[]) => unknown;

function method(call: Method): PropertyDescriptor {
  return {
    value(this: object, ...values: readonly unknown[]) {
      return call(this, ...values);
    },
  };
}

function bodyText(state: State): string {
  return (state.text ??= state.source.text(charsetOf(state.head)));
}

function dataUriOf({ head, source }: State): string {
  return `data:${mediaTypeOf(head) || 'text/plain'};base64, ${source.base64()}`;
}

function standardOf({ code }: ResponseHead, load: Load): { readonly name: string } {
  return (load('http-reasons') as Reasons).lookup(code);
}

function detailsOf(head: ResponseHead, load: Load): object {
  const standard = standardOf(head, load);
  return { ...standard, name: head.reason || standard.name, code: head.code, standardName: standard.name };
}

function defineParts(response: Record<string, unknown>, head: ResponseHead, sdk: Sdk, load: Load): void {
  const { name } = standardOf(head, load);
  const headers = (): object => {
    const fields = head.headers.map(([key, value]) => ({ key, value }));
    return new sdk.HeaderList(response, fields);
  };
  response['status'] = head.reason || name;
  response['code'] = head.code;
  defineLazy(response, 'headers', headers);
  defineLazy(response, 'cookies', () => new sdk.CookieList(response, head.cookies));
  response['responseTime'] = head.timeMs;
  response['responseSize'] = head.bodyBytes;
  response['statusCode'] = head.code;
}

/** Parses like Postman: a byte order mark is skipped, and an error names the position. */
function parseJson(body: string, loose: () => LooseJson, reviver: unknown, strict: unknown): unknown {
  const text = body.charCodeAt(0) === 0xfeff ? body.slice(1) : body;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return loose().parse(text, reviver, strict);
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
