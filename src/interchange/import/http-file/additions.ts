// The lines that a request needs beside its own scripts: values of expressions, and parts of its response that others use.
import type { SavedRequest } from '../../../collections/model/request.ts';
import { expressionsUsed, namesOf, type FileScope } from './file-scope.ts';
import type { RequestInput } from './conversion.ts';
import { call, type Additions } from './scripts.ts';
import { expressionsIn, replaceExpressions } from './templates.ts';

export function additionsFor(request: SavedRequest, input: RequestInput): Additions {
  const { scope, region, variables } = input;
  const values = new Map([...scope.variables, ...variables.map(({ name, value }) => [name, value] as const)]);
  const used = expressionsUsed(textsOf(request), values);
  const fixed = used.filter((name) => isGenerated(values.get(name) ?? '', scope));
  const spreads = region.request?.spreads ?? [];
  return {
    first: [],
    beforeSending: [
      ...fixed.map((name) => call('fix', name, values.get(name) ?? '')),
      ...used.flatMap((expression) => definition(expression, scope)),
      ...spreads.map((spread) => call('addHeaders', spread)),
    ],
    received: [...capturesOf(input), ...keptResponse(input)],
  };
}

/** Generates its value for each request once, however often the request uses it. */
function isGenerated(value: string, { expression }: FileScope): boolean {
  return [...expressionsIn(value)].some((each) => expression(each).type === 'dynamic');
}

function definition(text: string, { expression }: FileScope): readonly string[] {
  const { type } = expression(text);
  if (type === 'encoded') return [call('encode', text.slice(1).trim())];
  if (type !== 'code') return [];
  const name = codeName(text);
  return [name === text ? call('define', text) : call('define', name, text)];
}

/** Returns a name without the brackets that a name cannot have. */
function codeName(code: string): string {
  return code.replace(/[{}]/g, '|');
}

/** Returns a call for each part of this request and its response that the file uses. */
function capturesOf({ region, scope }: RequestInput): readonly string[] {
  return namesOf(region).flatMap((name) =>
    (scope.chains.get(name) ?? []).map((expression) => call('capture', expression, name)),
  );
}

/** Returns a call that keeps the whole response, for scripts that use the name of the request. */
function keptResponse({ region, scope }: RequestInput): readonly string[] {
  if (scope.code === '') return [];
  return namesOf(region)
    .filter((name) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name))
    .filter((name) =>
      new RegExp(`(?<![\\w$.#'"-])${name.replaceAll('$', '\\$')}(?:Response)?(?=[.[])`, 'u').test(scope.code),
    )
    .map((name) => call('keep', name));
}

type Fields = Pick<
  SavedRequest,
  'url' | 'query' | 'headers' | 'body' | 'auth' | 'grpc' | 'websocket' | 'mqtt'
>;

function fieldsOf({ url, query, headers, body, auth, grpc, websocket, mqtt }: SavedRequest): Fields {
  return { url, query, headers, body, auth, grpc, websocket, mqtt };
}

function textsOf(request: SavedRequest): readonly string[] {
  const texts: string[] = [];
  mapTexts(fieldsOf(request), (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** Returns the request with expressions that can be looked up by their text, and without escapes. */
export function rewritten(request: SavedRequest, { expression, code, source }: FileScope): SavedRequest {
  if (code === '' && !source.text.includes(String.raw`\{\{`)) return request;
  const rewrite = (text: string): string =>
    replaceExpressions(text, (code, whole) =>
      expression(code).type === 'code' ? `{{${codeName(code)}}}` : whole,
    )
      .replaceAll(String.raw`\{\{`, '{{')
      .replaceAll(String.raw`\}\}`, '}}');
  return { ...request, ...(mapTexts(fieldsOf(request), rewrite) as Fields) };
}

/** Returns a copy of a value with other texts. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each: unknown) => mapTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]));
}
