// Map Local: responds from a rule, a file or a directory, without contacting the server.
import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import { fromBase64 } from '../../../base/bytes.ts';
import { octetsOfText } from '../../../base/octets.ts';
import type { InterceptedExchange, SyntheticResponse, RequestVerdict } from '../../../proxy/hooks.ts';
import type { Match, Rule } from '../../rules/rule.ts';
import type { RuleIssue } from '../../rules/rule-kind.ts';
import { defineTool, type RecordMatch, type RunningTool } from '../../contract.ts';
import {
  body,
  delayMs,
  effectiveWhen,
  toHeaderLines,
  headers,
  oneOf,
  path,
  status,
  text,
  type BodySource,
  textResponse,
} from '../../rules/fields.ts';
import { capturedResponse } from '../../captured-response.ts';
import { BYTES } from '../../../base/content-types.ts';
import { findFile, pathInDirectory } from './directory.ts';
import { fileResponse, withContentType, type ResponseHead } from './file-response.ts';

const REASON = 'a text without line breaks';

const fields = {
  source: oneOf(['inline', 'file', 'directory']).default('inline').describe('Source of the body'),
  status: status.default(200),
  reason: text
    .regex(/^[^\0-\x08\x0a-\x1f\x7f]*$/, REASON)
    .default('')
    .describe('Reason phrase; empty for the standard one'),
  headers,
  body: effectiveWhen(body.default({ text: '' }).describe('Body of source `inline`'), { source: ['inline'] }),
  filePath: effectiveWhen(path.default('').describe('Path of source `file`'), { source: ['file'] }),
  directory: effectiveWhen(
    path.default('').describe('Folder of source `directory`, in place of the fixed part of the pattern'),
    { source: ['directory'] },
  ),
  delayMs: delayMs.default(0).describe('Delay before the response'),
  missingFile: effectiveWhen(
    oneOf(['passthrough', 'notFound'])
      .default('passthrough')
      .describe('What happens to a request whose file does not exist'),
    { source: ['file', 'directory'] },
  ),
} as const;

type MapLocalRule = Rule & Readonly<z.output<z.ZodObject<typeof fields>>>;

export const mapLocal = defineTool({
  name: 'mapLocal',
  title: 'Map Local',
  summary: 'Responds from a rule, a file or a directory, without contacting the server.',
  order: { request: 90 },
  fields,
  pathFields: { filePath: 'file', directory: 'folder' },
  matching: 'first',
  check,
  fromFlow: async (flow) => (flow.request === null ? null : ((await capturedResponse(flow)) ?? {})),
  start: () => new MapLocal(),
});

function check({ source, filePath, directory }: MapLocalRule): RuleIssue | null {
  if (source === 'file' && filePath === '')
    return { field: 'filePath', expected: 'the absolute path of a file' };
  if (source === 'directory' && directory === '')
    return { field: 'directory', expected: 'the absolute path of a folder' };
  return null;
}

class MapLocal implements RunningTool<MapLocalRule> {
  /** Responses that are the same for every request, by rule. */
  #prebuilt = new WeakMap<MapLocalRule, SyntheticResponse>();

  update(): void {
    this.#prebuilt = new WeakMap();
  }

  request(exchange: InterceptedExchange, [match]: readonly Match<MapLocalRule>[], recordMatch: RecordMatch) {
    if (match === undefined) return undefined;
    const { rule } = match;
    const prebuilt = this.#prebuiltResponse(rule);
    if (prebuilt === null || rule.delayMs > 0) return respondLater(exchange, match, prebuilt, recordMatch);
    recordMatch(rule);
    return { type: 'respond', response: prebuilt } as const;
  }

  #prebuiltResponse(rule: MapLocalRule): SyntheticResponse | null {
    if (rule.source !== 'inline' || 'file' in rule.body) return null;
    let response = this.#prebuilt.get(rule);
    if (response === undefined) {
      response = inlineResponse(rule, rule.body);
      this.#prebuilt.set(rule, response);
    }
    return response;
  }
}

async function respondLater(
  exchange: InterceptedExchange,
  { rule, captures }: Match<MapLocalRule>,
  prebuilt: SyntheticResponse | null,
  recordMatch: RecordMatch,
): Promise<RequestVerdict | undefined> {
  const response = prebuilt ?? (await responseFromDisk(exchange, rule, captures));
  if (typeof response === 'string' && rule.missingFile === 'passthrough') {
    recordMatch(rule, response);
    return undefined;
  }
  if (rule.delayMs > 0) await setTimeout(rule.delayMs, null, { signal: exchange.signal });
  if (typeof response !== 'string') {
    recordMatch(rule);
    return { type: 'respond', response };
  }
  recordMatch(rule, response);
  return {
    type: 'respond',
    response: textResponse(404, `404: ${response} (a Map Local rule responds here)\n`),
  };
}

/** Returns a response, or a text that says why there is none. */
async function responseFromDisk(
  { request }: InterceptedExchange,
  rule: MapLocalRule,
  captures: readonly string[],
): Promise<SyntheticResponse | string> {
  let file = 'file' in rule.body ? rule.body.file : '';
  if (rule.source === 'file') file = rule.filePath;
  if (rule.source === 'directory') {
    const found = await findFile(rule.directory, pathInDirectory(rule, request.path, captures));
    if (found.type === 'missing') return found.reason;
    file = found.path;
  }
  return (await fileResponse(file, responseHead(rule), request)) ?? 'there is no such file';
}

function inlineResponse(
  rule: MapLocalRule,
  source: Exclude<BodySource, { readonly file: string }>,
): SyntheticResponse {
  const head = responseHead(rule);
  if ('base64' in source) {
    const bytes = Buffer.from(fromBase64(source.base64) ?? []);
    return { ...(bytes.length === 0 ? head : withContentType(head, BYTES)), body: bytes };
  }
  const typed = source.text === '' ? head : withContentType(head, typeOfText(source.text));
  return { ...typed, body: Buffer.from(source.text) };
}

function responseHead({ status: code, reason, headers: list }: MapLocalRule): ResponseHead {
  const made = toHeaderLines(list).filter(([name]) => !/^(?:content-length|transfer-encoding)$/i.test(name));
  return { status: code, reason: octetsOfText(reason), fields: made };
}

function typeOfText(value: string): string {
  const start = value.slice(0, 100).trimStart();
  if (/^[[{]/.test(start) && isJson(value)) return 'application/json';
  return /^<(?:!doctype html|html)\b/i.test(start) ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
