// Map Local: requests are answered from a rule, a file or a directory, and no server is asked.
import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import { fromBase64 } from '../../../base/bytes.ts';
import type { InterceptedExchange, SyntheticResponse, RequestVerdict } from '../../../proxy/hooks.ts';
import { defineTool, type Mark, type Match, type RuleProblem, type RunningTool } from '../../contract.ts';
import type { Rule } from '../../rules/rule.ts';
import {
  body,
  delayMs,
  headerLines,
  headers,
  oneOf,
  path,
  status,
  text,
  type BodyShape,
  plainAnswer,
} from '../../rules/fields.ts';
import { capturedAnswer } from '../../captured-response.ts';
import { BYTES } from '../../../base/content-types.ts';
import { fileIn, pathInDirectory } from './directory.ts';
import { fileAnswer, withContentType, type AnswerHead } from './file-response.ts';

const REASON = 'a text without line breaks';

const fields = {
  source: oneOf(['inline', 'file', 'directory']).default('inline').describe('Where the body comes from'),
  status: status.default(200),
  reason: text
    .regex(/^[^\0-\x08\x0a-\x1f\x7f]*$/, REASON)
    .default('')
    .describe('Empty: the usual one'),
  headers,
  body: body.default({ text: '' }).describe('Of source inline'),
  filePath: path.default('').describe('Of source file'),
  directory: path
    .default('')
    .describe('Of source directory: the folder that the fixed part of the pattern stands for'),
  delayMs: delayMs.default(0).describe('Before the answer'),
  missingFile: oneOf(['passthrough', 'notFound'])
    .default('passthrough')
    .describe('What becomes of a request whose file is not there'),
} as const;

type MapLocalRule = Rule & Readonly<z.output<z.ZodObject<typeof fields>>>;

export const mapLocal = defineTool<MapLocalRule>({
  name: 'mapLocal',
  title: 'Map Local',
  summary: 'Answers requests from a rule, a file or a directory, without asking the server.',
  fields,
  matching: 'first',
  check,
  fromFlow: async (flow) => (flow.request === null ? null : ((await capturedAnswer(flow)) ?? {})),
  start: () => new MapLocal(),
});

function check({ source, filePath, directory }: MapLocalRule): RuleProblem | null {
  if (source === 'file' && filePath === '')
    return { field: 'filePath', expected: 'the absolute path of a file' };
  if (source === 'directory' && directory === '')
    return { field: 'directory', expected: 'the absolute path of a folder' };
  return null;
}

class MapLocal implements RunningTool<MapLocalRule> {
  /** Answers that are the same for every request. */
  #ready = new WeakMap<MapLocalRule, SyntheticResponse>();

  update(): void {
    this.#ready = new WeakMap();
  }

  request(exchange: InterceptedExchange, [match]: readonly Match<MapLocalRule>[], mark: Mark) {
    if (match === undefined) return undefined;
    const { rule } = match;
    const ready = this.#readyAnswer(rule);
    if (ready === null || rule.delayMs > 0) return answerLater(exchange, match, ready, mark);
    mark(rule);
    return { type: 'respond', response: ready } as const;
  }

  #readyAnswer(rule: MapLocalRule): SyntheticResponse | null {
    if (rule.source !== 'inline' || 'file' in rule.body) return null;
    let answer = this.#ready.get(rule);
    if (answer === undefined) {
      answer = inlineAnswer(rule, rule.body);
      this.#ready.set(rule, answer);
    }
    return answer;
  }
}

async function answerLater(
  exchange: InterceptedExchange,
  { rule, captures }: Match<MapLocalRule>,
  ready: SyntheticResponse | null,
  mark: Mark,
): Promise<RequestVerdict | undefined> {
  const answer = ready ?? (await answerFromDisk(exchange, rule, captures));
  if (typeof answer === 'string' && rule.missingFile === 'passthrough') {
    mark(rule, answer);
    return undefined;
  }
  if (rule.delayMs > 0) await setTimeout(rule.delayMs, null, { signal: exchange.signal });
  if (typeof answer !== 'string') {
    mark(rule);
    return { type: 'respond', response: answer };
  }
  mark(rule, answer);
  return {
    type: 'respond',
    response: plainAnswer(404, `404: ${answer}, says the Map Local rule that answers here.\n`),
  };
}

/** A text says why there is none. */
async function answerFromDisk(
  { request }: InterceptedExchange,
  rule: MapLocalRule,
  captures: readonly string[],
): Promise<SyntheticResponse | string> {
  let file = 'file' in rule.body ? rule.body.file : '';
  if (rule.source === 'file') file = rule.filePath;
  if (rule.source === 'directory') {
    const found = await fileIn(rule.directory, pathInDirectory(rule, request.path, captures));
    if (found.type === 'missing') return found.reason;
    file = found.path;
  }
  return (await fileAnswer(file, headOf(rule), request)) ?? 'there is no such file';
}

function inlineAnswer(
  rule: MapLocalRule,
  shape: Exclude<BodyShape, { readonly file: string }>,
): SyntheticResponse {
  const head = headOf(rule);
  if ('base64' in shape) {
    const bytes = Buffer.from(fromBase64(shape.base64) ?? []);
    return { ...(bytes.length === 0 ? head : withContentType(head, BYTES)), body: bytes };
  }
  const typed = shape.text === '' ? head : withContentType(head, typeOfText(shape.text));
  return { ...typed, body: Buffer.from(shape.text) };
}

function headOf({ status: code, reason, headers: list }: MapLocalRule): AnswerHead {
  const made = headerLines(list).filter(([name]) => !/^(?:content-length|transfer-encoding)$/i.test(name));
  return { status: code, reason: Buffer.from(reason).toString('latin1'), fields: made };
}

function typeOfText(given: string): string {
  const start = given.slice(0, 100).trimStart();
  if (/^[[{]/.test(start) && isJson(given)) return 'application/json';
  return /^<(?:!doctype html|html)\b/i.test(start) ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
}

function isJson(given: string): boolean {
  try {
    JSON.parse(given);
    return true;
  } catch {
    return false;
  }
}
