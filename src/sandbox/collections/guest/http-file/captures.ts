// Parts of a request or its response that later requests use: `login.response.body.$.token`, `login.token`.
import { asText } from '../as-text.ts';
import type { PmResponse } from '../bruno/parts.ts';
import { valueAt } from './json-path.ts';
import { headersOf, parsed, parsedBody, type HttpFileParts } from './parts.ts';

/** Returns undefined for a part that does not exist. `path` begins after the name of the request. */
export function partAt(path: string, parts: HttpFileParts): unknown {
  const { pm } = parts;
  const { response } = pm;
  if (response === undefined || parts.input().response === null) return undefined;
  const [, side, part, rest = ''] = /^\.(request|response)\.(\w+)(.*)$/s.exec(path) ?? [];
  if (side === undefined || part === undefined) return valueAt(parsedBody(response), path);
  if (side === 'request') return requestPart(part, rest, parts);
  switch (part) {
    case 'body':
      return bodyPart(response.text(), rest);
    case 'header':
    case 'headers':
      return headerPart(headersOf(response), rest);
    case 'cookies':
      return cookiePart(rest, parts);
    default:
      return statusPart(part, response);
  }
}

function statusPart(part: string, response: PmResponse): unknown {
  if (part === 'status' || part === 'statusCode' || part === 'code') return response.code;
  return part === 'statusMessage' || part === 'reason' ? response.status : undefined;
}

function requestPart(part: string, rest: string, { pm }: HttpFileParts): unknown {
  const { request } = pm;
  if (part === 'body') return bodyPart(request.body === undefined ? '' : asText(request.body), rest);
  const list = request.headers.all() as readonly { readonly key: string; readonly value: string }[];
  return headerPart(Object.fromEntries(list.map(({ key, value }) => [key.toLowerCase(), value])), rest);
}

/** `*` stands for the whole body. */
function bodyPart(text: string, path: string): unknown {
  const trimmed = path.replace(/^\./, '');
  return trimmed === '' || trimmed === '*' ? text : valueAt(parsed(text), trimmed);
}

/** Takes `.name`, `['name']` and `.name[2]`, which is counted from 1. */
function headerPart(headers: Readonly<Record<string, unknown>>, path: string): unknown {
  const [, bracketed, plain, index] = /^(?:\[["']([^"']+)["']\]|\.([\w-]+))(?:\[(\d+)\])?$/.exec(path) ?? [];
  const value = headers[(bracketed ?? plain ?? '').toLowerCase()];
  const list = Array.isArray(value) ? (value as readonly unknown[]) : value === undefined ? [] : [value];
  return list[index === undefined ? 0 : Number(index) - 1];
}

function cookiePart(path: string, { pm }: HttpFileParts): unknown {
  const [, name = '', field = 'value'] = /^\.([^.]+)(?:\.(\w+))?$/.exec(path) ?? [];
  const cookie = (pm.cookies.all() as readonly Readonly<Record<string, unknown>>[]).find(
    (each) => each['name'] === name,
  );
  return cookie?.[field];
}
