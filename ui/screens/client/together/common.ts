// Comparison of requests: things they have in common, things that differ, and the effect of a change on each.
import {
  baseOf,
  changedTogether,
  type SharedChange,
} from '../../../../src/collections/model/shared-change.ts';
import { AUTH_TYPES } from '../request/auth/auth-fields.ts';
import { requestView, type RequestSettings, type RequestView } from '../request/request-view.ts';
import type { Fields } from '../model/open-object.ts';

export interface CommonHeader {
  readonly name: string;
  /** Its values, each once. */
  readonly values: readonly string[];
  /** The number of requests that have it. */
  readonly count: number;
}

/** Returns the headers of all requests, by name, the most frequent first. */
export function commonHeaders(requests: readonly RequestView[]): readonly CommonHeader[] {
  const all = requests.flatMap(({ headers }, request) => headers.map((header) => ({ ...header, request })));
  const groups = [...Map.groupBy(all, ({ name }) => name.toLowerCase()).values()];
  return groups
    .map((list) => ({
      name: list[0]!.name,
      values: [...new Set(list.map(({ value }) => value))],
      count: new Set(list.map(({ request }) => request)).size,
    }))
    .toSorted((one, other) => other.count - one.count);
}

/** Returns the values with the number of requests that have each, the most frequent first. */
export function tally(values: readonly string[]): readonly (readonly [value: string, count: number])[] {
  return [...Map.groupBy(values, (value) => value)]
    .map(([value, list]) => [value, list.length] as const)
    .toSorted(([, one], [, other]) => other - one);
}

/** Returns the authorization of requests: `3 inherited, 1 Bearer token of its own`. */
export function authText(requests: readonly RequestView[]): string {
  return tally(requests.map(({ auth }) => authName(auth)))
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

function authName({ type }: { readonly type: string }): string {
  if (type === 'inherit') return 'inherited';
  if (type === 'none') return 'none';
  return `${AUTH_TYPES.find(([each]) => each === type)?.[1] ?? type} of its own`;
}

export function bases(requests: readonly RequestView[]): readonly (readonly [base: string, count: number])[] {
  return tally(requests.map(({ url }) => baseOf(url)));
}

/** The effect of the change on one thing of a request; null for a value that is not there. */
export interface Effect {
  /** The thing: the name of a header, `Auth`, `URL`. */
  readonly thing: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns what the change does to each thing that it names. */
export function effects(fields: Fields, change: SharedChange): readonly Effect[] {
  const before = requestView(fields);
  const after = requestView({ ...fields, ...changedTogether(fields, change) });
  const things: readonly (readonly [thing: string, text: (request: RequestView) => string | null])[] = [
    ...(change.headers ?? []).map(({ name }) => [name, headerText(name)] as const),
    ...(change.auth === undefined ? [] : [['Auth', ({ auth }: RequestView) => authName(auth)] as const]),
    ...(change.baseUrl === undefined ? [] : [['URL', ({ url }: RequestView) => url] as const]),
    ...scriptThings(change),
    ...Object.keys(change.settings ?? {}).map((name) => [SETTING_NAMES[name]!, settingText(name)] as const),
  ];
  return things.map(([thing, text]) => ({ thing, before: text(before), after: text(after) }));
}

function headerText(name: string) {
  return ({ headers }: RequestView): string | null => {
    const found = headers.filter((each) => each.name.toLowerCase() === name.toLowerCase());
    return found.length === 0 ? null : found.map(({ value }) => value).join(', ');
  };
}

function scriptThings({ scripts = {} }: SharedChange) {
  const text = (which: 'preRequest' | 'test') => (request: RequestView) => linesText(request.scripts[which]);
  return [
    ...(scripts.preRequest === undefined ? [] : [['Before', text('preRequest')] as const]),
    ...(scripts.test === undefined ? [] : [['After', text('test')] as const]),
  ];
}

function linesText(script: string): string {
  const lines = script.trim() === '' ? 0 : script.trimEnd().split('\n').length;
  return lines === 1 ? '1 line' : `${lines} lines`;
}

export const SETTING_NAMES: Readonly<Record<string, string>> = {
  followRedirects: 'Follow redirects',
  maxRedirects: 'Redirects',
  keepMethod: 'Keep the method',
  keepAuthorization: 'Keep the authorization',
  verifyTls: 'Verify certificates',
  timeoutMs: 'Timeout',
  httpVersion: 'HTTP version',
  encodeUrl: 'Encode URLs',
  sendCookies: 'Cookies',
  bodyWithGet: 'Body with GET',
};

function settingText(name: string) {
  return ({ settings }: RequestView): string | null => settingValue(settings[name as keyof RequestSettings]);
}

/** Returns a setting as text; null for the default. */
export function settingValue(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
