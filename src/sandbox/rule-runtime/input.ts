// Writes the arguments of a function as the text that `messages.ts` reads: one line per part, because parsing JSON
// takes ten times as long in the sandbox's engine. Bodies are passed separately, and decoded only when the script reads
// them.
import { contentKind } from './content-kind.ts';
import type { RuleCalls, RuleContext, ScriptMessage, ScriptRequest, ScriptResponse } from './exchange.ts';
import type { FunctionName } from '../rules/setup.ts';

export interface WrittenCall {
  readonly input: string;
  readonly bodies: readonly Uint8Array[];
}

export function writeCall(call: RuleCalls[FunctionName]): WrittenCall {
  const bodies: Uint8Array[] = [];
  const lines: string[] = [];
  writeContext(call.context, lines);
  lines.push(call.url);
  if ('request' in call) writeRequest(call.request, lines, bodies);
  if ('response' in call) writeResponse(call.response, lines, bodies);
  if ('message' in call) lines.push(JSON.stringify(messageData(call.message, bodies)));
  if ('event' in call) lines.push(JSON.stringify(call.event));
  return { input: lines.map(oneLine).join('\n'), bodies };
}

/** Replaces line ends. HTTP values cannot contain any, but names of rules and apps can. */
function oneLine(text: string): string {
  return /[\n\0]/.test(text) ? text.replace(/[\n\0]/g, ' ') : text;
}

function writeContext({ scriptName, matchingRule, flow }: RuleContext, lines: string[]): void {
  lines.push(scriptName, matchingRule, flow.id, flow.app ?? '', flow.clientIP ?? '', flow.serverIP ?? '');
}

function writeRequest(request: ScriptRequest, lines: string[], bodies: Uint8Array[]): void {
  const { method, scheme, host, port, path, query } = request;
  lines.push(method, scheme, host, String(port), path, query);
  writeHeadersAndBody(request, lines, bodies);
}

function writeResponse(response: ScriptResponse, lines: string[], bodies: Uint8Array[]): void {
  lines.push(String(response.statusCode), response.statusPhrase, response.httpVersion);
  writeHeadersAndBody(response, lines, bodies);
}

function writeHeadersAndBody(
  { headers, body }: Pick<ScriptRequest, 'headers' | 'body'>,
  lines: string[],
  bodies: Uint8Array[],
): void {
  const { kind, charset } = contentKind(headers, body);
  const index = kind === 'none' ? -1 : bodies.push(body) - 1;
  lines.push(String(index), kind, charset, String(headers.length));
  for (const [name, value] of headers) lines.push(name, value);
}

function messageData({ direction, data }: ScriptMessage, bodies: Uint8Array[]): object {
  if (typeof data === 'string') return { direction, text: data };
  return { direction, index: bodies.push(data) - 1 };
}
