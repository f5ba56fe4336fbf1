// Writes scripts between brackets, and what an import has turned into calls of `httpFile` as it was.
import { dialectOf, unmarkedScript } from '../../../collections/model/script-dialect.ts';
import type { Scripts } from '../../../collections/model/values.ts';
import { splitScripts } from '../../import/shared/join-scripts.ts';

export interface WrittenScripts {
  /** Lines such as `# @loop for 3`. */
  readonly directives: readonly string[];
  /** Blocks before the request line. */
  readonly before: readonly string[];
  /** Blocks and assertions after the body. */
  readonly after: readonly string[];
  /** Expressions by the names that an import has given them. */
  readonly names: ReadonlyMap<string, string>;
  /** True when other requests use the response. */
  readonly isNamed: boolean;
  /** Expressions whose objects are added to the headers. */
  readonly spreads: readonly string[];
}

interface Parts {
  readonly code: readonly string[];
  readonly calls: readonly Call[];
}

interface Call {
  readonly name: string;
  readonly values: readonly string[];
}

/** `label` names the owner of the scripts in warnings. */
export function writtenScripts(scripts: Scripts, label: string, warnings: Set<string>): WrittenScripts {
  const before = partsOf(scripts.preRequest);
  const after = partsOf(scripts.test);
  const calls = [...before.calls, ...after.calls];
  const asserts = after.calls
    .filter(({ name }) => name === 'assert')
    .map(({ values: [assertion = ''] }) => `?? ${assertion}`);
  return {
    directives: [...before.calls.flatMap(directiveOf), ...after.calls.flatMap(delayOf)],
    before: blocksOf(before.code, scripts.preRequest, '<', label, warnings),
    after: [
      ...blocksOf(after.code, scripts.test, '>', label, warnings),
      ...(asserts.length === 0 ? [] : [asserts.join('\n')]),
    ],
    names: new Map(
      calls.flatMap(({ name, values: [as, code] }) =>
        name === 'define' && as !== undefined && code !== undefined ? [[as, code] as const] : [],
      ),
    ),
    isNamed: calls.some(({ name }) => name === 'capture' || name === 'keep'),
    spreads: calls.filter(({ name }) => name === 'addHeaders').map(({ values: [code = ''] }) => code),
  };
}

function partsOf(script: string): Parts {
  const dialect = dialectOf(script);
  if (dialect !== 'jetbrains' && dialect !== 'httpyac')
    return { code: [script].filter((text) => text !== ''), calls: [] };
  const code: string[] = [];
  const calls: Call[] = [];
  for (const part of splitScripts(unmarkedScript(script))) {
    const found = part.split('\n').map(callOf);
    if (found.every((call) => call !== null)) calls.push(...found);
    else code.push(part);
  }
  return { code, calls };
}

/** Returns null for a line that is not a call of `httpFile` with texts or numbers. */
function callOf(line: string): Call | null {
  const [, name, list] = /^(?:await )?httpFile\.(\w+)\((.*)\);$/.exec(line) ?? [];
  if (name === undefined || list === undefined) return null;
  try {
    const values = JSON.parse(`[${list}]`) as readonly unknown[];
    return { name, values: values.map(String) };
  } catch {
    return null;
  }
}

function directiveOf({ name, values }: Call): readonly string[] {
  const text = values.join(' ');
  switch (name) {
    case 'loop':
      return [`# @loop ${text}`];
    case 'skip':
      return ['# @disabled'];
    case 'skipIf':
      return [`# @disabled ${text}`];
    case 'onlyIf':
      return [`# @if ${text}`];
    case 'unless':
      return [`# @if-not ${text}`];
    case 'sleep':
      return [`# @sleep ${text}`];
    default:
      return [];
  }
}

function delayOf({ name, values }: Call): readonly string[] {
  return name === 'sleep' ? [`# @post-delay ${values.join(' ')}`] : [];
}

function blocksOf(
  code: readonly string[],
  script: string,
  mark: '<' | '>',
  label: string,
  warnings: Set<string>,
): readonly string[] {
  const dialect = dialectOf(script);
  if (code.length > 0 && dialect !== 'jetbrains' && dialect !== 'httpyac') {
    warnings.add(
      `${label}: scripts of ${dialect === 'bruno' ? 'Bruno' : 'Postman'} have no form in .http files, and were left out`,
    );
    return [];
  }
  return code.flatMap((text) => {
    const end = dialect === 'jetbrains' ? /%\}/ : /^\s*\}\}\s*$/m;
    if (end.test(text) || /^\s*###/m.test(text)) {
      warnings.add(`${label}: a script that holds ### or the end of a script was left out`);
      return [];
    }
    return [dialect === 'jetbrains' ? `${mark} {%\n${text}\n%}` : `{{\n${text}\n}}`];
  });
}
