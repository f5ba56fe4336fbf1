// Compares two exchanges: a unified diff of their lines, and a list of the changes by name. JSON is compared by value
// and regardless of the order of keys. Headers that change with every call are marked as volatile.
import { createTwoFilesPatch } from 'diff';
import { isObject } from '../base/is-object.ts';
import { bodyContent, omissionNotes } from '../flow/content.ts';
import type { Flow } from '../flow/flow.ts';
import type { Header, Message } from '../flow/message.ts';

/** A difference between the two exchanges. */
export interface Change {
  /** Part of the exchange: `method`, `header content-type`, `body $.user.name`. */
  readonly where: string;
  /** Null when the first exchange does not have it. */
  readonly before: string | null;
  readonly after: string | null;
  /** True for a header that changes with every call; absent otherwise. */
  readonly volatile?: true;
}

export interface Comparison {
  /** A unified diff; empty when the exchanges are equal. */
  readonly diff: string;
  readonly changes: readonly Change[];
}

/** Bytes of each body that are compared. */
const MAX_BODY_BYTES = 1024 * 1024;
/** Changes that are listed. */
const MAX_CHANGES = 1000;
/** Time limit for the diff: the shortest one of long and unrelated texts takes minutes. */
const MAX_DIFF_MS = 2000;
const CONTEXT_LINES = 3;

export const VOLATILE =
  /^(?:date|age|expires|etag|last-modified|set-cookie|server-timing|via|report-to|nel|traceparent|tracestate|(?:x-|cf-|x-amz-)?(?:.*-)?(?:request|trace|correlation|span|ray|cf|amzn)-?(?:id|ray)|cf-ray|x-(?:runtime|response-time|served-by|timer|cache.*|ratelimit-.*)|ratelimit-.*)$/i;

export async function compareFlows(
  a: Flow,
  b: Flow,
): Promise<{ readonly request: Comparison; readonly response: Comparison }> {
  const [requestA, requestB] = await Promise.all([requestSide(a), requestSide(b)]);
  const [responseA, responseB] = await Promise.all([responseSide(a), responseSide(b)]);
  return {
    request: compare(a, requestA, b, requestB),
    response: compare(a, responseA, b, responseB),
  };
}

/** A message, parsed for the comparison. */
export interface MessageSide {
  /** The parts of the first line, by name. */
  readonly line: readonly (readonly [name: string, value: string])[];
  readonly headers: readonly Header[];
  readonly body: string;
  /** The body as it was written, without notes. */
  readonly text: string;
  /** The body parsed as JSON; undefined when it is not JSON. */
  readonly json: unknown;
}

const NOTHING: MessageSide = { line: [], headers: [], body: '', text: '', json: undefined };

export async function requestSide(flow: Flow): Promise<MessageSide> {
  const request = flow.originalRequest ?? flow.request;
  const line = [
    ['method', flow.method],
    ['url', flow.url],
  ] as const;
  return request === null ? { ...NOTHING, line } : { line, ...(await messageSide(request)) };
}

export async function responseSide({ response, status, reason }: Flow): Promise<MessageSide> {
  if (response === null) return NOTHING;
  const line = [['status', `${status} ${reason}`.trim()]] as const;
  return { line, ...(await messageSide(response)) };
}

async function messageSide(message: Message): Promise<Omit<MessageSide, 'line'>> {
  const { headers } = message;
  const content = await bodyContent(message, MAX_BODY_BYTES);
  if (content.type === 'none') return { headers, body: '', text: '', json: undefined };
  if (content.type === 'binary') {
    const body = `[${content.size} bytes, ${content.bytes.subarray(0, 32).toString('hex')}…]`;
    return { headers, body, text: body, json: undefined };
  }
  const json = content.omitted === 0 ? parseJson(content.text) : undefined;
  const text = json === undefined ? content.text : JSON.stringify(withSortedKeys(json), null, 2);
  return { headers, body: [text, ...omissionNotes(content)].join('\n'), text: content.text, json };
}

function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, withSortedKeys(value[name])]));
}

function compare(a: Flow, before: MessageSide, b: Flow, after: MessageSide): Comparison {
  const changes = [
    ...lineChanges(before, after),
    ...headerChanges(before.headers, after.headers),
    ...bodyChanges(before, after),
  ].slice(0, MAX_CHANGES);
  if (changes.length === 0) return { diff: '', changes };
  const [from, to] = [messageText(before), messageText(after)];
  const options = { context: CONTEXT_LINES, timeout: MAX_DIFF_MS };
  const diff = createTwoFilesPatch(`#${a.id}`, `#${b.id}`, from, to, undefined, undefined, options);
  return { diff: diff ?? 'The exchanges are too long and too different for a diff by line.\n', changes };
}

function messageText({ line, headers, body }: MessageSide): string {
  const lines = [
    line.map(([, value]) => value).join(' '),
    ...headers.map(({ name, value }) => `${name}: ${value}`),
    ...(body === '' ? [] : ['', body]),
  ];
  return `${lines.join('\n')}\n`;
}

function lineChanges(before: MessageSide, after: MessageSide): readonly Change[] {
  const names = new Set([...before.line, ...after.line].map(([name]) => name));
  const value = ({ line }: MessageSide, name: string): string | null =>
    line.find(([each]) => each === name)?.[1] ?? null;
  return [...names].flatMap((name) => changeIfDifferent(name, value(before, name), value(after, name)));
}

/** Compares all fields of one name as one value. */
export function headerChanges(before: readonly Header[], after: readonly Header[]): readonly Change[] {
  const names = new Set([...before, ...after].map(({ name }) => name.toLowerCase()));
  const joined = (list: readonly Header[], lower: string): string | null => {
    const values = list.filter(({ name }) => name.toLowerCase() === lower).map(({ value }) => value);
    return values.length === 0 ? null : values.join('\n');
  };
  return [...names].flatMap((name) =>
    changeIfDifferent(`header ${name}`, joined(before, name), joined(after, name), VOLATILE.test(name)),
  );
}

function bodyChanges(before: MessageSide, after: MessageSide): readonly Change[] {
  if (before.json !== undefined && after.json !== undefined) {
    const changes: Change[] = [];
    jsonChanges('$', before.json, after.json, changes);
    return changes;
  }
  return changeIfDifferent(
    'body',
    before.body === '' ? null : truncate(before.body),
    after.body === '' ? null : truncate(after.body),
  );
}

function jsonChanges(path: string, before: unknown, after: unknown, changes: Change[]): void {
  if (changes.length >= MAX_CHANGES || Object.is(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let at = 0; at < Math.max(before.length, after.length); at += 1)
      jsonChanges(`${path}[${at}]`, before[at], after[at], changes);
  } else if (isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      jsonChanges(path + memberPath(name), ownValue(before, name), ownValue(after, name), changes);
  } else changes.push(...changeIfDifferent(`body ${path}`, jsonText(before), jsonText(after)));
}

export function memberPath(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function ownValue(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function jsonText(value: unknown): string | null {
  return value === undefined ? null : truncate(JSON.stringify(value));
}

function changeIfDifferent(
  where: string,
  before: string | null,
  after: string | null,
  isVolatile = false,
): readonly Change[] {
  if (before === after) return [];
  return [isVolatile ? { where, before, after, volatile: true } : { where, before, after }];
}

function truncate(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200).toWellFormed()}…` : text;
}
