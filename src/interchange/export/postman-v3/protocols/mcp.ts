// MCP: the operation is a call of JSON-RPC as text.
import { joinWords } from '../../../import/shared/words.ts';
import type { SavedRequest } from '../../../../collections/model/request.ts';
import type { Fields, ProtocolWriter } from './contract.ts';
import { pairFields } from '../pairs.ts';

type Mcp = NonNullable<SavedRequest['mcp']>;

export const mcp: ProtocolWriter = {
  kind: 'mcp-request',
  write: ({ mcp: given, settings: { timeoutMs = 0 } }) => ({
    fields: {
      ...(given?.transport === 'stdio' ? programOf(given) : { transport: 'sse' }),
      message: given === undefined ? undefined : messageOf(given),
      settings: timeoutMs > 0 ? { requestTimeout: timeoutMs } : undefined,
    },
    messages: [],
  }),
};

function programOf({ command, args, env }: Mcp): Fields {
  return {
    transport: 'stdio',
    url: undefined,
    headers: undefined,
    command: joinWords([command, ...args]),
    env: pairFields(env),
  };
}

/** Returns a call of JSON-RPC; the arguments may have variables, so that they are written as they are. */
function messageOf({ operation, target, arguments: given }: Mcp): string {
  const method = JSON.stringify(operation);
  const args = given.trim() === '' ? '{}' : given;
  if (operation === 'resources/read' && target !== '')
    return `{"method": ${method}, "params": {"uri": ${JSON.stringify(target)}}}`;
  const params = target === '' ? args : `{"name": ${JSON.stringify(target)}, "arguments": ${args}}`;
  return `{"method": ${method}, "params": ${params}}`;
}
