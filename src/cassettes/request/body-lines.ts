// The body of a request as lines: JSON with sorted keys, forms with sorted fields, multipart without its boundary.
import { createHash } from 'node:crypto';
import { isText, mediaType } from '../../base/body-text.ts';
import { isObject } from '../../base/is-object.ts';
import { isVolatileName, type VolatileTexts } from './volatile.ts';

export interface BodyOptions {
  readonly contentType: string | undefined;
  /** True for a call to a language model. */
  readonly isAi: boolean;
  readonly ignored: ReadonlySet<string>;
  readonly texts: VolatileTexts;
}

export function bodyLines(body: Buffer, options: BodyOptions): readonly string[] {
  if (body.length === 0) return [];
  const { contentType, ignored, texts } = options;
  const type = mediaType(contentType);
  if (type === 'application/x-www-form-urlencoded') return formLines(body.toString(), options);
  if (type === 'multipart/form-data') return multipartLines(body, texts);
  const value = parsed(body);
  if (value !== undefined) return jsonLines(comparable(value, { ...options, ignored }));
  if (isText(contentType ?? '', body)) return texts.replaced(body.toString()).split(/\r?\n/);
  return [binaryLine(body)];
}

function binaryLine(body: Buffer): string {
  return `${body.length} bytes, SHA-256 ${createHash('sha256').update(body).digest('hex')}`;
}

function formLines(text: string, { ignored, texts }: BodyOptions): readonly string[] {
  return [...new URLSearchParams(text)]
    .filter(([name]) => !isVolatileName(name) && !ignored.has(name))
    .map(([name, value]) => `${name}=${texts.replaced(value)}`)
    .toSorted();
}

/** The boundary, which clients choose at random, is the first line. */
function multipartLines(body: Buffer, texts: VolatileTexts): readonly string[] {
  const all = body.toString('latin1');
  const end = all.indexOf('\r\n');
  const boundary = end < 3 || !all.startsWith('--') ? null : all.slice(0, end);
  if (boundary === null) return [binaryLine(body)];
  return all.split(boundary).map((part) => {
    const bytes = Buffer.from(part, 'latin1');
    return bytes.equals(Buffer.from(bytes.toString())) ? texts.replaced(bytes.toString()) : binaryLine(bytes);
  });
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Fields at the top of a call to a model that do not change its answer: who asks, and where its prompt is cached. */
const AI_ASIDES = new Set(['user', 'metadata', 'safety_identifier', 'prompt_cache_key']);
/** Fields that name calls of tools, which some programs number by themselves. */
const AI_IDS = /^(?:id|call_id|tool_call_id|tool_use_id|toolCallId|toolUseId|item_id)$/;

/** Returns the value without what is not compared, and with its keys sorted. */
function comparable(value: unknown, options: BodyOptions): unknown {
  if (Array.isArray(value)) return value.map((each) => comparable(each, options));
  if (!isObject(value)) return inner(value, '', options, 0);
  const isRpc = value['jsonrpc'] === '2.0';
  const entries = Object.entries(value).filter(
    ([name]) => !(isRpc && name === 'id') && !(options.isAi && AI_ASIDES.has(name)),
  );
  const params = isRpc ? value['params'] : undefined;
  return inner(
    Object.fromEntries(
      entries.map(([name, each]) => [name, name === 'params' && isObject(params) ? asked(params) : each]),
    ),
    '',
    options,
    0,
  );
}

/** Returns the parameters of a message of JSON-RPC without what concerns the session alone. */
function asked(params: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(
    Object.entries(params).filter(([name]) => name !== '_meta' && name !== 'clientInfo'),
  );
}

/** Deeper values are compared as text. */
const MAX_DEPTH = 200;

function inner(value: unknown, name: string, options: BodyOptions, depth: number): unknown {
  const { texts, isAi, ignored } = options;
  if (typeof value === 'string')
    return isAi && depth > 1 && AI_IDS.test(name) ? texts.id(value) : texts.replaced(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map((each) => inner(each, name, options, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isVolatileName(key) && !ignored.has(key))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, inner(each, key, options, depth + 1)]),
  );
}

/** Writes JSON one value a line, without the commas between; texts of several lines are several lines, too. */
function jsonLines(value: unknown): readonly string[] {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .flatMap((line) => line.replace(/,$/, '').split(String.raw`\n`));
}
