// Gives the messages of JSON-RPC in a recorded answer the id that their request has now.
import { isObject } from '../../base/is-object.ts';

/** Returns the id of a request, as JSON; null for anything else. */
export function rpcIdOf(body: Buffer): string | null {
  const value = parsed(body.toString());
  return isObject(value) && value['jsonrpc'] === '2.0' && value['id'] !== undefined
    ? JSON.stringify(value['id'])
    : null;
}

/** Replaces the id in JSON, and in each event of a stream. */
export function withRpcId(body: Buffer, recorded: string, asked: string): Buffer {
  const text = body.toString();
  const lines = text.split('\n').map((line) => {
    const [, start = '', json] = /^(data: ?)?(\{.*)$/.exec(line) ?? [];
    const message = json === undefined ? undefined : parsed(json);
    if (!isObject(message) || JSON.stringify(message['id']) !== recorded) return line;
    return start + JSON.stringify({ ...message, id: parsed(asked) });
  });
  return Buffer.from(lines.join('\n'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
