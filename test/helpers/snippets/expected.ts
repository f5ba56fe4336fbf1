// The request that must arrive for a captured one, by the rules of its format: equal to it, except for the
// limits listed in docs/code-formats.md. It is written independently of the formats, which it checks.
import { isDeepStrictEqual } from 'node:util';
import type { SnippetHeader, SnippetRequest } from '../../../src/snippets/contract.ts';
import type { Arrived } from './origin.ts';
import { CASE_FIELD, type Case } from './requests.ts';

export interface Limits {
  /** The request target that arrives for this one. */
  readonly target?: (target: string) => string;
  readonly method?: (method: string) => string;
  /** The value that arrives for this one; null when the field is left out. */
  readonly value?: (value: string) => string | null;
  /** Fields that arrive once, their values joined. */
  readonly joins?: boolean;
  /** Fields that are left out, in lower case. */
  readonly drops?: readonly string[];
  /** Fields that are not sent without a value, in lower case. */
  readonly losesEmpty?: readonly string[];
  /** Fields that a library adds where none was captured, in lower case. */
  readonly adds?: readonly string[];
  /** Methods that are sent without a body. */
  readonly bodyless?: readonly string[];
  /** True when a JSON body may arrive as an equal value. */
  readonly json?: boolean;
  /** True when the body arrives as captured, also a compressed or binary one. */
  readonly sendsCaptured?: boolean;
  /** Returns true when the library refuses to send such a request. */
  readonly refuses?: (request: SnippetRequest) => boolean;
}

const NEVER_COMPARED = new Set([
  'host',
  'content-length',
  'connection',
  'proxy-connection',
  'accept-encoding',
  'transfer-encoding',
]);

/** Lists the differences, one line each. */
export function differences(
  { request, body: captured }: Case,
  arrived: Arrived,
  limits: Limits,
): readonly string[] {
  const { method, url, headers } = request;
  const { target = same, method: sentMethod = same } = limits;
  const sent = /^\w+:\/\/[^/?#]*(.*)$/s.exec(url)![1]!;
  const wanted = limits.sendsCaptured === true ? captured : sentBody(request, limits);
  return [
    ...difference('method', sentMethod(method), arrived.method),
    ...difference('target', target(sent === '' ? '*' : sent), arrived.target),
    ...headerDifferences(headers, arrived.headers, limits),
    ...(isSameBody(wanted, arrived.body, limits)
      ? []
      : difference('body', wanted.toString(), arrived.body.toString())),
  ];
}

function sentBody({ method, body }: SnippetRequest, { bodyless = [] }: Limits): Buffer {
  return Buffer.from(body.type === 'text' && !bodyless.includes(method) ? body.text : '');
}

function same(value: string): string {
  return value;
}

function difference(what: string, wanted: unknown, found: unknown): readonly string[] {
  if (wanted === found) return [];
  const shown = (value: unknown): string =>
    (value === undefined ? 'nothing' : JSON.stringify(value)).slice(0, 400);
  return [`${what}: wanted ${shown(wanted)}, got ${shown(found)}`];
}

function headerDifferences(
  captured: readonly SnippetHeader[],
  arrived: readonly SnippetHeader[],
  limits: Limits,
): readonly string[] {
  const { drops = [], adds = [] } = limits;
  const wanted = valuesByName(captured, limits);
  const found = valuesByName(arrived, { joins: limits.joins === true });
  for (const name of drops) wanted.delete(name);
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((name) => {
    if (!wanted.has(name) && adds.includes(name)) return [];
    return difference(name, wanted.get(name)?.join('\n'), found.get(name)?.join('\n'));
  });
}

function valuesByName(
  headers: readonly SnippetHeader[],
  { value: sent = same, joins = false, losesEmpty = [] }: Limits,
): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { name, value } of headers) {
    const lower = name.toLowerCase();
    const arriving = sent(value);
    const isLost = value === '' && losesEmpty.includes(lower);
    if (NEVER_COMPARED.has(lower) || arriving === null || isLost) continue;
    found.set(lower, [...(found.get(lower) ?? []), arriving]);
  }
  if (!joins) return found;
  return new Map(
    Array.from(found, ([name, values]) => [name, [values.join(name === 'cookie' ? '; ' : ', ')]]),
  );
}

function isSameBody(wanted: Buffer, found: Buffer, { json = false }: Limits): boolean {
  if (wanted.equals(found)) return true;
  return json && isDeepStrictEqual(parsed(wanted.toString(), 1), parsed(found.toString(), 2));
}

/** Two texts that are not JSON are never equal. */
function parsed(text: string, fallback: number): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return fallback;
  }
}

/** Returns the number of the case that arrived; -1 for another request. */
export function caseOf({ headers }: Arrived): number {
  const name = CASE_FIELD.toLowerCase();
  return Number(headers.find((header) => header.name.toLowerCase() === name)?.value ?? -1);
}
