// The operation of a request whose URL does not show it: a GraphQL operation, a method of JSON-RPC, an MCP method and its
// tool, a call to a language model. Since lists show it, it is searched without parsing, in the beginning of the body,
// once for each request.
import { AI_PATHS, modelIn } from '../codec/ai/paths.ts';
import type { BodyCapture } from './body-capture.ts';
import type { Message } from './message.ts';

export interface Operation {
  readonly type: 'graphql' | 'json-rpc' | 'mcp' | 'ai';
  /** Such as `Checkout`, `tools/call get_weather`, `gpt-5-mini`; empty where it is not known. */
  readonly name: string;
}

const MAX_BYTES = 64 * 1024;
const MAX_NAME = 100;
const operations = new WeakMap<Message, Operation | null>();

interface Subject {
  readonly method: string;
  readonly url: string;
  readonly request: Message | null;
  /** True when nothing more will arrive. */
  readonly finished: boolean;
}

/** Returns the operation; null for other requests, and as long as the body has not arrived. */
export function operationOf({ method, url, request, finished }: Subject): Operation | null {
  if (method !== 'POST' || request === null) return null;
  const known = operations.get(request);
  if (known !== undefined) return known;
  if (!request.complete && !finished) return null;
  const operation = read(url, request);
  operations.set(request, operation);
  return operation;
}

function read(url: string, { head, body }: Message): Operation | null {
  if (!/\bjson\b/i.test(head)) return null;
  const text = beginning(body);
  const path = url.replace(/[?#].*$/s, '');
  if (Object.values(AI_PATHS).some((pattern) => pattern.test(path))) return aiCall(path, text);
  if (!/"jsonrpc"\s*:\s*"2\.0"/.test(text)) return graphql(text);
  return /\r\nmcp-/i.test(head) || isMcpText(url, text) ? mcpCall(text) : rpcCall(text);
}

function beginning(body: BodyCapture): string {
  const pieces: Buffer[] = [];
  let length = 0;
  for (const piece of body.pieces(MAX_BYTES)) {
    pieces.push(piece);
    length += piece.length;
    if (length >= MAX_BYTES) break;
  }
  const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  return bytes.toString('utf8', 0, Math.min(bytes.length, MAX_BYTES));
}

function aiCall(path: string, text: string): Operation | null {
  const model = modelIn(path) ?? valueOf('model', text);
  return model === null ? null : { type: 'ai', name: model };
}

function isMcpText(url: string, text: string): boolean {
  return isMcpUrl(url) || MCP_METHOD.test(valueOf('method', text) ?? '');
}

/** Methods that are MCP's, wherever they are sent. */
export const MCP_METHOD =
  /^(?:initialize|ping|server\/discover|(?:tools|resources|prompts|completion|logging|sampling|elicitation|roots|notifications|subscriptions|tasks)\/[\w/]+)$/;

/** True for a server on pipes, and for the usual path of another one. */
export function isMcpUrl(url: string): boolean {
  return /^mcp:|^[^?#]*\/mcp\/?(?:[?#]|$)/.test(url);
}

function mcpCall(text: string): Operation {
  const method = valueOf('method', text) ?? '';
  const name = /^(?:tools\/call|prompts\/get)$/.test(method) ? valueOf('name', text) : null;
  return { type: 'mcp', name: name === null ? method : `${method} ${name}` };
}

function rpcCall(text: string): Operation | null {
  const method = valueOf('method', text);
  return method === null ? null : { type: 'json-rpc', name: method };
}

function graphql(text: string): Operation | null {
  const query =
    /"query"\s*:\s*"(?:\s|\\[nrt]|#[^"\\]{0,200}\\n)*(?:(query|mutation|subscription)\b\s*(\w{1,100})?|\{|fragment\b)/.exec(
      text,
    );
  if (query === null) return null;
  return { type: 'graphql', name: valueOf('operationName', text) ?? query[2] ?? '' };
}

/** Returns the first value of a member that is a short text without escapes; null without one. */
function valueOf(member: string, text: string): string | null {
  const value = new RegExp(`"${member}"\\s*:\\s*"([^"\\\\]{1,${MAX_NAME}})"`).exec(text);
  return value?.[1] ?? null;
}
