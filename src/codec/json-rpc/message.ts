// Reads the envelope of JSON-RPC 2.0 messages: what they are, and which of them belong together.
import { fields, text, textOrNull, type Fields } from '../../base/json-fields.ts';

export type RpcMessage = RpcCall | RpcAnswer;

/** A request, or a notification. */
export interface RpcCall {
  readonly type: 'call';
  /** The id as JSON; null for a notification. */
  readonly id: string | null;
  readonly method: string;
  /** The tool, the prompt or the resource that is named; null without one. */
  readonly subject: string | null;
  readonly params: Fields;
}

export interface RpcAnswer {
  readonly type: 'answer';
  /** The id as JSON; `null` for an error about a message that could not be read. */
  readonly id: string;
}

/** Returns the messages of a line, several in a batch; null when it is not JSON-RPC. */
export function readRpc(line: string): readonly RpcMessage[] | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const messages = (Array.isArray(value) ? value : [value]).map(messageOf);
  return messages.length === 0 || messages.includes(null) ? null : (messages as RpcMessage[]);
}

function messageOf(value: unknown): RpcMessage | null {
  const { jsonrpc, id, method, params, result, error } = fields(value);
  if (jsonrpc !== '2.0') return null;
  if (typeof method === 'string') return callOf(id === undefined ? null : idText(id), method, fields(params));
  if (result === undefined && error === undefined) return null;
  return { type: 'answer', id: idText(id ?? null) };
}

export function callOf(id: string | null, method: string, params: Fields): RpcCall {
  const { name, uri } = params;
  const subject = NAMED.has(method) ? textOrNull(name) : method === 'resources/read' ? text(uri) : null;
  return { type: 'call', id, method, subject, params };
}

const NAMED: ReadonlySet<string> = new Set(['tools/call', 'prompts/get']);

/** Returns an id as JSON, by which 1 and "1" differ. */
export function idText(id: unknown): string {
  return JSON.stringify(id);
}
