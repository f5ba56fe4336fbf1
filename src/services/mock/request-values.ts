// Values of the request in examples, such as `{{request.query.page}}` and `{{request.body.user.name}}`. They are put
// in last, and once, so that a request cannot name variables.
import { isObject } from '../../base/is-object.ts';
import { parsePathAndQuery } from '../../documents/paths/path-and-query.ts';
import type { MockRequest } from './match.ts';

/** A request with the values of the variables in its path. */
export interface AnsweredRequest extends MockRequest {
  readonly values: ReadonlyMap<string, string>;
}

const REFERENCE = /\{\{\s*\$?request\.([^{}]*)\}\}/g;

/** True for a text that has values of the request. */
export function namesRequest(text: string): boolean {
  return /\{\{\s*\$?request\./.test(text);
}

/** True for a text that depends on the body of the request. */
export function namesBody(text: string): boolean {
  return /\{\{\s*\$?request\.body/.test(text);
}

/**
 * Returns the text with the values of the request. `isJson`: texts are escaped for JSON. `{{request.query.page ?? 1}}`
 * has a value where the request has none, which is empty by default.
 */
export function withRequest(text: string, request: AnsweredRequest, isJson: boolean): string {
  if (!text.includes('{{')) return text;
  const source = new RequestSource(request);
  return text.replace(REFERENCE, (_, expression: string) => {
    const [name = '', ...rest] = expression.split('??');
    const value = source.value(name.trim()) ?? rest.join('??').trim();
    if (typeof value !== 'string') return JSON.stringify(value);
    return isJson ? JSON.stringify(value).slice(1, -1) : value;
  });
}

class RequestSource {
  readonly #request: AnsweredRequest;
  #body: unknown;
  #hasBody = false;

  constructor(request: AnsweredRequest) {
    this.#request = request;
  }

  /** Returns a text, or a value of the body; undefined or null where there is none. */
  value(name: string): unknown {
    const { method, url, headers, values } = this.#request;
    const [kind, rest] = splitFirst(name);
    switch (kind) {
      case 'method':
        return method;
      case 'url':
        return url;
      case 'path':
        return rest === '' ? url.split(/[?#]/, 1)[0] : values.get(rest);
      case 'query':
        return parsePathAndQuery(url).query.find(([each]) => each === rest)?.[1];
      case 'header':
      case 'headers':
        return textOf(headers[rest.toLowerCase()]);
      case 'cookie':
        return cookieIn(textOf(headers['cookie']) ?? '', rest);
      case 'body':
        return rest === '' ? this.#wholeBody() : valueIn(this.#parsedBody(), rest);
      default:
        return undefined;
    }
  }

  #wholeBody(): unknown {
    return this.#parsedBody() ?? this.#request.body?.toString();
  }

  #parsedBody(): unknown {
    if (this.#hasBody) return this.#body;
    this.#hasBody = true;
    this.#body = parsedBody(this.#request);
    return this.#body;
  }
}

/** Returns the value of a body of JSON, or the fields of a form; undefined for another. */
export function parsedBody({ headers, body }: MockRequest): unknown {
  if (body === null || body.length === 0) return undefined;
  if (/^application\/x-www-form-urlencoded\b/i.test(textOf(headers['content-type']) ?? ''))
    return Object.fromEntries(new URLSearchParams(body.toString()));
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function splitFirst(name: string): readonly [first: string, rest: string] {
  const at = name.search(/[.[]/);
  if (at < 0) return [name, ''];
  return [name.slice(0, at), name.slice(name[at] === '.' ? at + 1 : at)];
}

/** Follows names and indexes such as `items[0].id`. */
function valueIn(root: unknown, path: string): unknown {
  let value = root;
  for (const [, name, index] of path.matchAll(/([^.[\]]+)|\[(\d{1,9})\]/g)) {
    const key = name ?? index ?? '';
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}

function cookieIn(header: string, name: string): string | undefined {
  const pair = header.split(/;\s*/).find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

function textOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(', ') : value;
}
