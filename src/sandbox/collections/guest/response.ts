// `pm.response`: a Response of postman-collection whose parts are made when they are looked at, since most scripts look at
// few, and whose body is decoded by the host.
import { lazily, type Chai, type Sdk } from './environment.ts';
import type { ResponseHead } from './script-data.ts';

/** Where its body comes from. */
export interface BodySource {
  readonly text: (charset: string) => string;
  /** A Buffer. */
  readonly buffer: () => unknown;
  readonly base64: () => string;
}

interface State {
  readonly head: ResponseHead;
  readonly source: BodySource;
  text: string | null;
}

interface Reasons {
  readonly lookup: (code: number) => { readonly name: string };
}
interface LooseJson {
  readonly parse: (text: string, reviver?: unknown, strict?: unknown) => unknown;
}

export type MakeResponse = (head: ResponseHead, source: BodySource) => object;

export function responseMaker(sdk: Sdk, chai: Chai, load: (name: string) => unknown): MakeResponse {
  const states = new WeakMap<object, State>();
  const stateOf = (response: object): State => {
    const state = states.get(response);
    if (state === undefined) throw new TypeError('not a response');
    return state;
  };
  const textOf = (response: object): string => {
    const state = stateOf(response);
    return (state.text ??= state.source.text(charsetOf(state.head)));
  };
  const prototype = Object.create(sdk.Response.prototype, {
    text: {
      value(this: object) {
        return textOf(this);
      },
    },
    json: {
      value(this: object, reviver?: unknown, strict?: unknown) {
        return readJson(textOf(this), load('liquid-json') as LooseJson, reviver, strict);
      },
    },
    size: {
      value(this: object) {
        return sizeOf(this, stateOf(this).head);
      },
    },
    dataURI: {
      value(this: object) {
        const { head, source } = stateOf(this);
        return `data:${typeOf(head) || 'text/plain'};base64, ${source.base64()}`;
      },
    },
    to: {
      get(this: object) {
        return chai.expect(this).to;
      },
    },
  }) as object;

  return (head, source) => {
    const response = Object.create(prototype) as Record<string, unknown>;
    states.set(response, { head, source, text: null });
    const { lookup } = load('http-reasons') as Reasons;
    const standard = lookup(head.code);
    const reason = head.reason || standard.name;
    lazily(
      response,
      '_details',
      () => ({ ...standard, name: reason, code: head.code, standardName: standard.name }),
      false,
    );
    response['status'] = reason;
    response['code'] = head.code;
    lazily(
      response,
      'headers',
      () =>
        new sdk.HeaderList(
          response,
          head.headers.map(([key, value]) => ({ key, value })),
        ),
    );
    lazily(response, 'cookies', () => new sdk.CookieList(response, head.cookies));
    lazily(response, 'stream', () => source.buffer(), false);
    response['responseTime'] = head.timeMs;
    response['responseSize'] = head.bodyBytes;
    return response;
  };
}

/** As Postman reads it: a byte order mark is no part of it, and an error says where it is. */
function readJson(given: string, loose: LooseJson, reviver: unknown, strict: unknown): unknown {
  const text = given.charCodeAt(0) === 0xfeff ? given.slice(1) : given;
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

function valueOf({ headers }: ResponseHead, name: string): string {
  return headers.findLast(([each]) => each.toLowerCase() === name)?.[1] ?? '';
}

function charsetOf(head: ResponseHead): string {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(valueOf(head, 'content-type'))?.[1] ?? 'utf-8';
}

function typeOf(head: ResponseHead): string {
  return valueOf(head, 'content-type').split(';', 1)[0]!.trim();
}

/** Bytes; those of a coded body as the server declares them. */
function sizeOf(response: object, head: ResponseHead): object {
  const declared = valueOf(head, 'content-length');
  const isCoded = /gzip|deflate/i.test(valueOf(head, 'content-encoding'));
  const body = isCoded && /^\d+$/.test(declared) ? Number(declared) : head.bodyBytes;
  const { code, status } = response as { readonly code: number; readonly status: string };
  const lines = head.headers.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  const header = `HTTP/X.X ${code} ${status}\r\n\r\n`.length + lines.length;
  return { body, header, total: body + header };
}
