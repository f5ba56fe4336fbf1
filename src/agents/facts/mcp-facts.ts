// The facts of a message of MCP and of its answer.
import { fields, jsonText, list, text, textOrNull, type Fields } from '../../base/json-fields.ts';
import type { Flow } from '../../flow/flow.ts';
import { jsonOf } from './chunks.ts';
import type { McpFacts, ToolResult } from './contract.ts';
import { traceParent } from '../../flow/trace-parent.ts';
import { canonical, digest, short } from './texts.ts';

export interface McpRead {
  readonly facts: McpFacts;
  /** The trace that the message itself names. */
  readonly traceId: string | null;
}

const NAMED = /^(?:tools\/call|prompts\/get)$/;

/** Returns the facts of the first message; null where there is none. Never rejects. */
export async function mcpFacts({ request, response, target }: Flow): Promise<McpRead | null> {
  const { values } = await jsonOf(request);
  const message = values.find((value) => value['jsonrpc'] === '2.0' && typeof value['method'] === 'string');
  if (message === undefined) return null;
  const method = text(message['method']);
  const { name, arguments: given, uri, _meta: meta } = fields(message['params']);
  const answers = (await jsonOf(response)).values;
  const whole = canonical(jsonText(given ?? (method === 'tools/call' ? {} : undefined)));
  const found = fields(meta);
  const session = request?.header('mcp-session-id') ?? response?.header('mcp-session-id') ?? null;
  return {
    traceId: traceParent(text(found['traceparent']))?.traceId ?? null,
    facts: {
      type: 'mcp',
      transport: target.scheme === 'mcp' ? 'stdio' : 'http',
      method,
      name: short(NAMED.test(method) ? text(name) : text(uri)),
      arguments: short(whole),
      digest: digest(whole),
      meta: Object.values(found).flatMap((value) => textOrNull(value) ?? []),
      session: session === null ? null : `${target.host}:${target.port} ${session}`,
      result: resultOf(answers, message['id']),
    },
  };
}

function resultOf(answers: readonly Fields[], id: unknown): ToolResult | null {
  const answer = answers.find(
    (each) => each['id'] === id && (each['result'] !== undefined || each['error'] !== undefined),
  );
  if (answer === undefined) return null;
  const { error, result } = answer;
  if (error !== undefined) {
    const { code, message } = fields(error);
    return { id: '', name: '', isError: true, text: short(`${jsonText(code)} ${text(message)}`) };
  }
  const { content, structuredContent, isError } = fields(result);
  const texts = list(content).map((part) => text(fields(part)['text']));
  const shown = texts.some((each) => each !== '') ? texts.join(' ') : jsonText(structuredContent);
  return { id: '', name: '', isError: isError === true, text: short(shown) };
}
