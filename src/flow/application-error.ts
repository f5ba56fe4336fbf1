// The error that a response holds although HTTP succeeded: of GraphQL, JSON-RPC or a tool of MCP. Since lists show it, only
// bodies that can hold one are read, once, after the end of the exchange, and in part or not at all where they are large.
import { decodedNow } from '../codec/content-coding.ts';
import { chunksOf } from '../codec/json-chunks.ts';
import { fields, list, text, type Fields } from '../base/json-fields.ts';
import { codingsOf } from './decode.ts';
import type { Flow } from './flow.ts';
import type { Message } from './message.ts';
import { operationOf } from './operation.ts';

export interface ApplicationError {
  readonly type: 'graphql' | 'json-rpc' | 'mcp';
  /** The message of the error, its code before it where there is one. */
  readonly message: string;
  /** The code of JSON-RPC. */
  readonly code?: number;
}

/** Maximum bytes of a body that is read, captured and decoded. */
const MAX_BYTES = 1024 * 1024;
const MAX_MESSAGE = 200;
/** The members that errors have: bodies without any of them are not parsed. */
const HAS_ERROR = /"errors"\s*:\s*\[\s*[^\]\s]|"error"\s*:\s*\{|"isError"\s*:\s*true/;
const JSON_RPC = Buffer.from('"jsonrpc"');

const errors = new WeakMap<Flow, ApplicationError | null>();

/** Returns the error; null for other exchanges, and as long as they have not finished. */
export function applicationErrorOf(flow: Flow): ApplicationError | null {
  if (!mayHoldError(flow)) return null;
  const known = errors.get(flow);
  if (known !== undefined) return known;
  const type = typeOf(flow);
  const error = type === null ? null : errorIn(type, flow.response!);
  errors.set(flow, error);
  return error;
}

/** False for most exchanges, by their heads. */
function mayHoldError({ request, response, status, finished, method }: Flow): boolean {
  if (response === null || request === null || !finished || status >= 400) return false;
  if (method !== 'POST' && !/graphql/i.test(request.startLine)) return false;
  return /json|event-stream/i.test(response.header('content-type') ?? '');
}

function typeOf(flow: Flow): ApplicationError['type'] | null {
  const operation = operationOf(flow);
  if (operation !== null) return operation.type === 'ai' ? null : operation.type;
  const type = flow.response?.header('content-type') ?? '';
  if (/graphql/i.test(type) || /graphql/i.test(flow.path)) return 'graphql';
  return mentionsJsonRpc(flow.request!) ? 'json-rpc' : null;
}

function mentionsJsonRpc({ body }: Message): boolean {
  return body.size <= MAX_BYTES && body.bytes().includes(JSON_RPC);
}

function errorIn(type: ApplicationError['type'], response: Message): ApplicationError | null {
  const body = decodedText(response);
  if (body === null || !HAS_ERROR.test(body)) return null;
  for (const value of chunksOf(body, true)?.values ?? []) {
    const error = type === 'graphql' ? graphqlError(value) : rpcError(type, value);
    if (error !== null) return { ...error, message: error.message.slice(0, MAX_MESSAGE) };
  }
  return null;
}

function decodedText(message: Message): string | null {
  if (message.body.size > MAX_BYTES) return null;
  let bytes: Buffer | null = message.body.bytes();
  for (const coding of codingsOf(message).toReversed())
    bytes = coding === null || bytes === null ? null : decodedNow(coding, bytes, MAX_BYTES);
  return bytes === null ? null : bytes.toString();
}

/** GraphQL specification, section 7.1.2: a list of errors is never empty. */
function graphqlError(value: Fields): ApplicationError | null {
  const [first] = list(value['errors']);
  return first === undefined ? null : { type: 'graphql', message: text(fields(first)['message']) };
}

/** JSON-RPC 2.0, section 5.1; a tool of MCP reports its own errors in a result. */
function rpcError(type: 'json-rpc' | 'mcp', { jsonrpc, error, result }: Fields): ApplicationError | null {
  if (jsonrpc !== '2.0') return null;
  const { code, message } = fields(error);
  if (error !== undefined && error !== null)
    return typeof code === 'number'
      ? { type, message: `${code} ${text(message)}`.trim(), code }
      : { type, message: text(message) };
  const { isError, content } = fields(result);
  if (isError !== true) return null;
  const texts = list(content).map((part) => text(fields(part)['text']));
  return { type: 'mcp', message: texts.find((part) => part !== '') ?? '' };
}
