// Runtime expressions of OpenAPI, such as `$request.body#/url`, alone or in braces within a text
// (https://spec.openapis.org/oas/v3.1.0#runtime-expressions).
import { isObject } from '../../base/is-object.ts';
import { scalarText } from '../../documents/json-values.ts';

export interface ExpressionContext {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly request: ExpressionMessage;
  readonly response: ExpressionMessage;
}

export interface ExpressionMessage {
  /** Names in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly query: (name: string) => string | undefined;
  readonly path: (name: string) => string | undefined;
  /** The parsed body; undefined for one that is not JSON. */
  readonly body: unknown;
}

/** Returns the text with its expressions replaced; null where one has no value. */
export function withExpressions(text: string, context: ExpressionContext): string | null {
  if (text.startsWith('$')) return expressionValue(text, context);
  const missing: string[] = [];
  const replaced = text.replace(/\{(\$[^{}]*)\}/g, (_, expression: string) => {
    const value = expressionValue(expression, context);
    if (value === null) missing.push(expression);
    return value ?? '';
  });
  return missing.length === 0 ? replaced : null;
}

function expressionValue(expression: string, context: ExpressionContext): string | null {
  if (expression === '$url') return context.url;
  if (expression === '$method') return context.method;
  if (expression === '$statusCode') return String(context.status);
  const [, side, source] = /^\$(request|response)\.(.*)$/s.exec(expression) ?? [];
  if (source === undefined) return null;
  const message = side === 'request' ? context.request : context.response;
  const [, kind = '', name = ''] = /^(header|query|path)\.(.*)$/s.exec(source) ?? [];
  if (kind === 'header') return message.header(name.toLowerCase()) ?? null;
  if (kind === 'query') return message.query(name) ?? null;
  if (kind === 'path') return message.path(name) ?? null;
  const [, pointer = ''] = /^body(?:#(.*))?$/s.exec(source) ?? [null];
  return source.startsWith('body') ? textOf(valueAt(message.body, pointer ?? '')) : null;
}

/** Returns the value at a JSON Pointer (RFC 6901). */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = value[Number(name)];
    else if (isObject(value) && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return value;
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : (scalarText(value) ?? null);
}
