// A rule of the Scripting tool: its fields, and the errors that can be found before it runs.
import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import type { RuleIssue } from '../../rules/rule-kind.ts';
import { flag, path, text, wholeNumber } from '../../rules/fields.ts';
import type { Rule } from '../../rules/rule.ts';
import { isModule } from './modules.ts';
import { syntaxError } from './syntax.ts';

export const fields = {
  code: text.default('').describe('JavaScript with onRequest, onResponse, onWebSocketMessage, onServerEvent'),
  filePath: path.default('').describe('File to use instead of `code`; read again whenever it changes'),
  runOnRequest: flag.default(true),
  runOnResponse: flag.default(true).describe('Includes the events of event streams'),
  mock: flag
    .default(false)
    .describe('A response that onRequest returns is sent, instead of contacting the server'),
  fetch: flag
    .default(false)
    .describe('Lets the script send requests with fetch, on the connections of this proxy'),
  timeoutMs: wholeNumber(1, 30_000, 'milliseconds')
    .default(2000)
    .describe('After this time the message is sent unchanged'),
} as const;

export type ScriptingRule = Rule & Readonly<z.output<z.ZodObject<typeof fields>>>;

export function check({ code, filePath }: ScriptingRule): RuleIssue | null {
  const error = filePath === '' ? syntaxError(code) : null;
  return error === null ? null : { field: 'code', expected: `a script without syntax errors: ${error}` };
}

export async function warnings({ filePath }: ScriptingRule): Promise<readonly string[]> {
  const code = filePath === '' ? '' : await readFile(filePath, 'utf8').catch(() => '');
  // The syntax of modules is checked when they are loaded together.
  const error = isModule(code) ? null : syntaxError(code);
  return error === null ? [] : [`filePath: the script cannot be used: ${error}`];
}
