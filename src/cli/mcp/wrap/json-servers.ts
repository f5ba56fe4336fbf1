// The servers in a file of JSON, with comments or without.
import { UserError } from '../../../base/errors.ts';
import type { ConfiguredServer } from './contract.ts';
import { readJsonc, type JsonNode, type JsonObject } from './jsonc.ts';

/** Returns the servers under a key. Throws a UserError for a file that is not as it should be. */
export function jsonServers(text: string, key: string): readonly ConfiguredServer[] {
  const root = text.trim() === '' ? null : readJsonc(text);
  if (root === null) return [];
  if (root.type !== 'object') throw new UserError('INVALID_FILE', 'it does not hold a JSON object');
  const servers = root.members.get(key);
  if (servers === undefined) return [];
  if (servers.type !== 'object') throw new UserError('INVALID_FILE', `${key} is not an object`);
  return [...servers.members].map(([name, entry]) => serverOf(name, entry));
}

const URLS = ['url', 'serverUrl', 'httpUrl'];

function serverOf(name: string, entry: JsonNode): ConfiguredServer {
  if (entry.type !== 'object') return { type: 'unknown', name };
  const url = URLS.map((each) => textOf(entry.members.get(each))).find((each) => each !== null) ?? null;
  const command = entry.members.get('command');
  if (command === undefined) return url === null ? { type: 'unknown', name } : { type: 'url', name, url };
  // Zed writes the command as an object with a path.
  return command.type === 'object' ? stdioServer(name, command, 'path') : stdioServer(name, entry, 'command');
}

function stdioServer(name: string, { members }: JsonObject, commandKey: string): ConfiguredServer {
  const node = members.get(commandKey);
  const command = textOf(node);
  const list = members.get('args');
  const args = list === undefined ? [] : textsOf(list);
  if (node === undefined || command === null || args === null) return { type: 'unknown', name };
  return {
    type: 'stdio',
    name,
    command,
    args,
    writtenCommand: node,
    writtenArgs: list?.type === 'array' ? list : null,
    newArgs: (written) => `, "args": ${written}`,
  };
}

function textOf(node: JsonNode | undefined): string | null {
  return node?.type === 'scalar' && typeof node.value === 'string' ? node.value : null;
}

function textsOf(node: JsonNode): readonly string[] | null {
  if (node.type !== 'array') return null;
  const texts = node.items.map(textOf);
  return texts.includes(null) ? null : (texts as string[]);
}
