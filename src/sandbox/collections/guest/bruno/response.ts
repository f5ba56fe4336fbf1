// `res`: the response; called with a path, it returns that part of the body.
import type { ScriptInput } from '../script-data.ts';
import type { PmResponse } from './parts.ts';
import { headerLine, plainList } from './plain-list.ts';

interface Header {
  readonly key: string;
  readonly value: string;
}

export function responseObject(response: PmResponse, input: () => ScriptInput): unknown {
  let body: { value: unknown } | null = null;
  const bodyValue = (): unknown =>
    (body ??= { value: input().settings.keepsText === true ? response.text() : parsed(response.text()) })
      .value;
  const url = (): string => input().response?.url ?? '';
  const list = headerList(response);
  const headers = headersOf(response);
  const res = (path: string): unknown => queryValue(bodyValue(), path);
  const values: Readonly<Record<string, () => unknown>> = {
    status: () => response.code,
    statusText: () => response.status,
    headers: () => headers,
    headerList: () => list,
    body: bodyValue,
    data: bodyValue,
    responseTime: () => response.responseTime,
    url,
  };
  for (const [name, get] of Object.entries(values))
    Object.defineProperty(res, name, { get, enumerable: true, configurable: true });
  return Object.assign(res, {
    getStatus: () => response.code,
    getStatusText: () => response.status,
    getHeader: (name: string) => headers[name.toLowerCase()],
    getHeaders: () => headers,
    getBody: () => bodyValue(),
    setBody: (value: unknown) => {
      body = { value };
    },
    getResponseTime: () => response.responseTime,
    getSize: () => response.size(),
    getUrl: url,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return text;
  }
}

function headerList(response: PmResponse): object {
  const entries = (response.headers.all() as readonly Header[]).map(({ key, value }) => ({
    key: key.toLowerCase(),
    value,
  }));
  return plainList(
    () => entries,
    (name) => name.toLowerCase(),
    headerLine,
    '\n',
  );
}

/** Returns headers under lower-case names; `set-cookie` is a list, others are joined. */
function headersOf(response: PmResponse): Record<string, unknown> {
  const headers: Record<string, unknown> = {};
  for (const { key, value } of response.headers.all() as readonly Header[]) {
    const name = key.toLowerCase();
    const before = headers[name];
    if (name === 'set-cookie') headers[name] = [...((before as string[] | undefined) ?? []), value];
    else headers[name] = before === undefined ? value : `${before as string}, ${value}`;
  }
  return headers;
}

/** Returns the part at a path such as `items[0].name`; `..name` collects all at any depth. */
function queryValue(value: unknown, path: string): unknown {
  const steps = path.match(/\.\.[^.[\]]+|[^.[\]]+/g) ?? [];
  return steps.reduce<unknown>((above, step) => {
    if (above === undefined || above === null) return undefined;
    if (step.startsWith('..')) return allNamed(above, step.slice(2));
    const name = step.replaceAll(/^['"]|['"]$/g, '');
    if (Array.isArray(above) && !/^\d+$/.test(name))
      return above.map((each: unknown) => memberOf(each, name));
    return memberOf(above, name);
  }, value);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function allNamed(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [
    ...(key === name ? [each as unknown] : []),
    ...allNamed(each, name),
  ]);
}
