// MCP: `message` is a call of JSON-RPC as text.
import { scalarText, type JsonObject } from '../../../../documents/json-values.ts';
import { isObject } from '../../../../base/is-object.ts';
import type { ImportContext } from '../../shared/import-context.ts';
import { jsonOrText, pairsOf } from '../../shared/postman/fields.ts';
import { splitWords } from '../../shared/words.ts';
import type { Protocol, ReadProtocol } from './contract.ts';
import { defined, objectOf, wholeNumber } from './values.ts';

export const mcp: ReadProtocol = ({ fields }, context) => {
  const { transport, command, env, settings } = fields;
  const [program = '', ...args] = splitWords(scalarText(command) ?? '');
  const timeoutMs = wholeNumber(objectOf(settings)['requestTimeout']);
  return {
    type: 'mcp',
    ...defined({ settings: timeoutMs === undefined ? undefined : { timeoutMs } }),
    mcp: {
      ...(transport === 'stdio'
        ? { transport, command: program, args, env: pairsOf(env, 'the variables', context) }
        : { transport: 'http' as const }),
      ...callOf(jsonOrText(fields['message']), context),
    },
  };
};

type Call = Pick<NonNullable<Protocol['mcp']>, 'operation' | 'target' | 'arguments'>;

/** Returns the operation with its target and arguments; nothing for an empty message. */
function callOf(text: string, context: ImportContext): Call {
  if (text.trim() === '') return {};
  const masked = maskVariables(text);
  const message = parsed(masked.text);
  const operation = scalarText(message?.['method']);
  if (message === null || operation === undefined) {
    context.warn('the message is no call of JSON-RPC, and was left out');
    return {};
  }
  const { name, uri, arguments: given, ...rest } = objectOf(message['params']);
  const target = scalarText(name) ?? scalarText(uri);
  return {
    operation,
    target: masked.restore(target ?? ''),
    arguments: masked.restore(JSON.stringify(given ?? rest)),
  };
}

function parsed(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** No number of a message begins like this. */
const NUMBER = '731900000000';

/** Puts numbers in the place of variables, which are valid JSON in texts and outside of them. */
function maskVariables(text: string): { readonly text: string; restore(text: string): string } {
  const names: string[] = [];
  return {
    text: text.replace(
      /\{\{[^{}]*\}\}/g,
      (name) => `${NUMBER}${String(names.push(name) - 1).padStart(3, '0')}`,
    ),
    restore: (masked) =>
      masked.replace(
        new RegExp(`${NUMBER}(\\d{3})`, 'g'),
        (number, at: string) => names[Number(at)] ?? number,
      ),
  };
}
