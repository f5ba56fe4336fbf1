// Messages of JSON: GraphQL over WebSocket, and JSON-RPC 2.0, in which MCP speaks.
import { isObject } from '../../base/is-object.ts';
import { meaning, type MessageMeaning, type MessageReader, type Spoken } from './contract.ts';

export function graphqlReader({ subprotocol }: Spoken): MessageReader | null {
  if (!/^graphql-(?:transport-)?ws$/.test(subprotocol)) return null;
  return ({ data }) => {
    const { type, id, payload } = objectIn(data);
    if (typeof type !== 'string') return null;
    const operation = isObject(payload) ? payload['operationName'] : undefined;
    const named = [type, asText(operation), asText(id)].filter((part) => part !== '');
    return meaning('GraphQL', named.join(' '), payload === undefined ? '' : JSON.stringify(payload));
  };
}

/** Methods of MCP, and beginnings of those that it has many of. */
const MCP_METHOD =
  /^(?:initialize|ping|(?:tools|resources|prompts|sampling|elicitation|completion|logging|roots|notifications|server|tasks)\/)/;

export function jsonRpcReader(): MessageReader {
  /** Methods of requests by id, as the answers name only that. */
  const methods = new Map<unknown, string>();
  let protocol = 'JSON-RPC';
  return ({ data, direction }) => {
    const message = objectIn(data);
    if (message['jsonrpc'] !== '2.0') return null;
    const { method, id } = message;
    if (typeof method === 'string') {
      if (MCP_METHOD.test(method)) protocol = 'MCP';
      if (id !== undefined && methods.size < 10_000) methods.set(`${direction} ${asText(id)}`, method);
      return meaning(
        protocol,
        [method, asText(id)].filter((part) => part !== '').join(' '),
        paramsOf(message),
      );
    }
    const asked = methods.get(`${direction === 'sent' ? 'received' : 'sent'} ${asText(id)}`);
    return answerOf(protocol, message, asked ?? '');
  };
}

function answerOf(
  protocol: string,
  { id, result, error }: Readonly<Record<string, unknown>>,
  method: string,
): MessageMeaning {
  const kind = error === undefined ? 'result' : 'error';
  const name = [kind, method === '' ? '' : `of ${method}`, asText(id)]
    .filter((part) => part !== '')
    .join(' ');
  return meaning(protocol, name, JSON.stringify(error ?? result ?? null));
}

function paramsOf({ params }: Readonly<Record<string, unknown>>): string {
  return params === undefined ? '' : JSON.stringify(params);
}

function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Texts beyond this size are not parsed. */
const MAX_CHARS = 1024 * 1024;

function objectIn(data: string | Buffer): Readonly<Record<string, unknown>> {
  if (typeof data !== 'string' || data.length > MAX_CHARS || !data.trimStart().startsWith('{')) return {};
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
