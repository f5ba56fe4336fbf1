// Turns an edit of a held message into the rule that makes the same edit from then on. The smallest tool that can make
// it is chosen: Map Remote for a URL, headers and a status, Map Local for the body of a response, else a script.
import { changedParts, originalOf, type Body, type Content, type Header, type Held } from './edits.ts';

export interface RuleOfEdit {
  readonly tool: 'mapRemote' | 'mapLocal' | 'scripting';
  /** The fields that only rules of this tool have. */
  readonly fields: Readonly<Record<string, unknown>>;
}

type Operation =
  | { readonly op: 'set' | 'add'; readonly name: string; readonly value: string }
  | { readonly op: 'remove'; readonly name: string };

export function ruleOfEdit(held: Held, content: Content): RuleOfEdit {
  const original = originalOf(held);
  const changed = changedParts(held, content);
  const headers = headerChanges(original.headers, content.headers);
  if (held.stage === 'response') {
    if (changed.includes('body')) return { tool: 'mapLocal', fields: localResponse(content) };
    const status = changed.includes('status') ? Number(content.status) : null;
    return {
      tool: 'mapRemote',
      fields: { responseStatus: status, responseHeaders: headers.flatMap(operations) },
    };
  }
  if (changed.includes('body') || changed.includes('method'))
    return { tool: 'scripting', fields: { code: script(original, content, headers) } };
  return {
    tool: 'mapRemote',
    fields: { to: destination(original.url, content.url), requestHeaders: headers.flatMap(operations) },
  };
}

/** A header that was edited, with its values; none for one that was removed. */
interface HeaderChange {
  readonly name: string;
  readonly values: readonly string[];
}

function headerChanges(before: readonly Header[], after: readonly Header[]): readonly HeaderChange[] {
  const [old, edited] = [byName(before), byName(after)];
  return [...new Set([...old.keys(), ...edited.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key) ?? [], edited.get(key) ?? []];
    const values = is.map(({ value }) => value);
    if (JSON.stringify(was.map(({ value }) => value)) === JSON.stringify(values)) return [];
    return [{ name: (is[0] ?? was[0])!.name, values }];
  });
}

function byName(headers: readonly Header[]): ReadonlyMap<string, readonly Header[]> {
  return Map.groupBy(headers, ({ name }) => name.toLowerCase());
}

function operations({ name, values }: HeaderChange): readonly Operation[] {
  if (values.length === 0) return [{ op: 'remove', name }];
  return values.map((value, at) => ({ op: at === 0 ? 'set' : 'add', name, value: literal(value) }));
}

/** In fields of Map Remote, `$1` stands for what the pattern captured. */
function literal(text: string): string {
  return text.replaceAll('$', '$$$$');
}

/** Returns the parts of the URL that were edited; the others stay those of the request. */
function destination(before: string, after: string): Readonly<Record<string, unknown>> {
  const [was, is] = [URL.parse(before), URL.parse(after)];
  if (was === null || is === null) return {};
  const isMoved = is.protocol !== was.protocol;
  return {
    ...(isMoved && { scheme: is.protocol.slice(0, -1) }),
    ...(is.hostname !== was.hostname && { host: is.hostname }),
    ...((isMoved || is.port !== was.port) && { port: portOf(is) }),
    ...(is.pathname !== was.pathname && { path: literal(is.pathname) }),
    ...(is.search !== was.search && { query: literal(is.search.slice(1)) }),
  };
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/** The proxy sets these itself; the body is sent as it was edited, without content coding. */
const FRAMING = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
]);

function localResponse({ status, headers, body }: Content): Readonly<Record<string, unknown>> {
  return {
    source: 'inline',
    status: Number(status),
    headers: headers.filter(({ name }) => !FRAMING.has(name.toLowerCase())),
    body: typeof body === 'string' ? { text: body } : body,
  };
}

function script(before: Content, after: Content, headers: readonly HeaderChange[]): string {
  const to = destination(before.url, after.url);
  const lines = [
    ...(after.method === before.method ? [] : [`request.method = ${quoted(after.method)};`]),
    ...['scheme', 'host', 'port'].flatMap((part) =>
      part in to ? [`request.${part} = ${quoted(to[part])};`] : [],
    ),
    ...('path' in to ? [`request.path = ${quoted(URL.parse(after.url)?.pathname)};`] : []),
    ...('query' in to ? [`request.queries = ${quoted(queriesOf(after.url))};`] : []),
    ...headers
      .filter(({ name }) => !FRAMING.has(name.toLowerCase()))
      .map(({ name, values }) =>
        values.length === 0
          ? `delete request.headers[${quoted(name)}];`
          : `request.headers[${quoted(name)}] = ${quoted(values.length === 1 ? values[0] : values)};`,
      ),
    ...bodyLines(before.body, after.body),
  ];
  return `function onRequest(context, url, request) {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

function bodyLines(before: Body, after: Body): readonly string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (typeof after === 'string') return [`request.body = ${quoted(after)};`];
  return [`request.rawBody = base64.decodeBytes(${quoted(after.base64)});`];
}

function queriesOf(url: string): Readonly<Record<string, unknown>> {
  const all = [...new URL(url).searchParams];
  return Object.fromEntries(
    Array.from(
      Map.groupBy(all, ([name]) => name),
      ([name, pairs]) => {
        const values = pairs.map(([, value]) => value);
        return [name, values.length === 1 ? values[0] : values];
      },
    ),
  );
}

function quoted(value: unknown): string {
  return JSON.stringify(value);
}
