// The expressions between `{{` and `}}`: names, values of their own, parts of other responses, and JavaScript.

import { replaceTemplates, templatesIn } from '../../../documents/http-file/index.ts';

export type Expression =
  | { readonly type: 'name' }
  /** A value that each use generates, such as `$guid`. */
  | { readonly type: 'dynamic' }
  /** A variable of the environment of the process, or of the file `.env`. */
  | { readonly type: 'outside'; readonly variable: string; readonly isFile: boolean }
  /** A value that the user is asked for. */
  | { readonly type: 'asked'; readonly text: string; readonly value: string }
  /** A part of the request or the response with this name. */
  | { readonly type: 'chain'; readonly request: string }
  | { readonly type: 'encoded' }
  | { readonly type: 'code' }
  | { readonly type: 'unknown' };

const DYNAMIC =
  /^\$(?:guid|uuid|timestamp|isoTimestamp|datetime|localDatetime|randomInt|random(?:\.\w+)*|random[A-Z]\w*)(?=$|[\s(])/;
const OUTSIDE = /^(?:\$(processEnv|dotenv)\s+(%?)([\w.-]+)|\$(env)\.([\w.-]+)|(process)\.env\.([\w-]+))$/;
const ASKED = /^\$(?:input|password|pick|prompt)(?:-askonce)?\s*(.*?)(?:\$value:\s*(.*))?$/;
const CHAIN = /^([\p{L}\p{N}_-]+)\.(?:request|response)\.(?:body|headers?|cookies|status(?:Code)?)\b/u;

/** Yields what stands between the brackets, without the spaces around it. */
export function* expressionsIn(text: string): Generator<string, void, undefined> {
  for (const { inner } of templatesIn(text)) yield inner.trim();
}

/** Replaces expressions, which the callback returns with or without brackets. */
export function replaceExpressions(
  text: string,
  replace: (expression: string, whole: string) => string,
): string {
  return replaceTemplates(text, ({ start, end, inner }) => replace(inner.trim(), text.slice(start, end)));
}

/** `requests` are the names of the requests whose responses can be used. */
export function expressionOf(text: string, requests: ReadonlySet<string>): Expression {
  const [, kind, , named, env, inEnv, , inProcess] = OUTSIDE.exec(text) ?? [];
  const variable = named ?? inEnv ?? inProcess;
  if (variable !== undefined)
    return { type: 'outside', variable, isFile: kind === 'dotenv' && env === undefined };
  if (DYNAMIC.test(text)) return { type: 'dynamic' };
  const [, asked, value = ''] = ASKED.exec(text) ?? [];
  if (asked !== undefined) return { type: 'asked', text: asked.trim(), value: firstOf(text, value) };
  if (text.startsWith('%')) return { type: 'encoded' };
  const request = CHAIN.exec(text)?.[1] ?? /^([\p{L}\p{N}_-]+)[.[]/u.exec(text)?.[1];
  if (request !== undefined && (CHAIN.test(text) || (requests.has(request) && isPath(text))))
    return { type: 'chain', request };
  if (/^\$(?:shared |index$)/.test(text)) return { type: 'name' };
  if (/^\$(?!global\b|index\b)/.test(text)) return { type: 'unknown' };
  if (/^[\p{L}\p{N}_$ -]+$/u.test(text)) return { type: 'name' };
  return /^[.#/^>!&|]/.test(text) ? { type: 'unknown' } : { type: 'code' };
}

function firstOf(text: string, value: string): string {
  return text.startsWith('$pick') ? (value.split(',')[0] ?? '').trim() : value.trim();
}

/** True for `name.part[0].part`, without calls and operators. */
function isPath(text: string): boolean {
  return /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_$*-]+|\[(?:\d+|'[^']*'|"[^"]*")\])+$/u.test(text);
}
