// Turns what tools say into messages of JSON-RPC. Rules are written for HTTP, with a status and a body: a body that is a
// message is sent with the id of the request, another one becomes the result or the error.
import { fields, type Fields } from '../../base/json-fields.ts';
import type { RpcCall } from '../../codec/json-rpc/message.ts';

/** The range that the specification leaves to implementations begins here. */
const SERVER_ERROR = -32_000;
const FIRST_ERROR = 400;

/** Returns the line that answers `call` with the response of a rule. */
export function answerLine(call: RpcCall, status: number, body: Buffer): Buffer {
  const text = body.toString();
  const value = parsed(text);
  const { jsonrpc, result, error } = fields(value);
  if (jsonrpc === '2.0' && (result !== undefined || error !== undefined))
    return lineOf(call, error === undefined ? { result } : { error });
  if (status >= FIRST_ERROR) return errorLine(call, text.trim() || `status ${status}`);
  if (call.method === 'tools/call') return lineOf(call, { result: toolResult(value, text) });
  return isObject(value)
    ? lineOf(call, { result: value })
    : errorLine(call, `a rule answers ${call.method} with what is not a JSON object`);
}

/** Returns the line that says that `call` was refused. */
export function errorLine(call: RpcCall, message: string): Buffer {
  return lineOf(call, { error: { code: SERVER_ERROR, message } });
}

/** A result as it is, or anything else as the text of one. */
function toolResult(value: unknown, text: string): unknown {
  if (isObject(value) && ('content' in value || 'structuredContent' in value)) return value;
  return { content: [{ type: 'text', text }] };
}

function lineOf({ id }: RpcCall, outcome: Fields): Buffer {
  return Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: parsed(id ?? 'null'), ...outcome })}\n`);
}

/**
 * Returns a message that a tool has written as a line, with the id that it must have; null when it is not a JSON object.
 */
export function editedLine(bytes: Buffer, id: string | null): Buffer | null {
  const text = bytes.toString().trim();
  const value = parsed(text);
  if (!isObject(value)) return null;
  const hasId = id === null || JSON.stringify(value['id']) === id;
  if (hasId && !text.includes('\n')) return Buffer.from(`${text}\n`);
  return Buffer.from(`${JSON.stringify(hasId ? value : { ...value, id: parsed(id) })}\n`);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
