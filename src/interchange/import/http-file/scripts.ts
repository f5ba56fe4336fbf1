// Composes the scripts of a request: those of the file, and lines for what the file says in other ways.
import type { FileScript, Region } from '../../../documents/http-file/index.ts';
import { markScript } from '../../../collections/model/script-dialect.ts';
import type { Scripts } from '../../../collections/model/values.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { joinScripts } from '../shared/join-scripts.ts';
import { millisecondsOf } from './settings.ts';
import { textBeside, type HttpSource } from './source.ts';

/** Lines that call `httpFile`, around the scripts of the file. */
export interface Additions {
  /** Before the scripts that run before the request. */
  readonly first: readonly string[];
  /** After them. */
  readonly beforeSending: readonly string[];
  /** Before the scripts that run after the response. */
  readonly received: readonly string[];
}

export const NO_ADDITIONS: Additions = { first: [], beforeSending: [], received: [] };

/** Writes a call of the object that scripts of `.http` files have. */
export function call(name: string, ...values: readonly string[]): string {
  return `httpFile.${name}(${values.map((value) => JSON.stringify(value)).join(', ')});`;
}

export function scriptsOf(
  region: Region,
  additions: Additions,
  source: HttpSource,
  context: ImportContext,
): Scripts {
  const { directives, asserts } = region;
  const own = scriptsIn(region, source, context);
  const value = (...names: readonly string[]): string | undefined =>
    directives.find(({ name }) => names.includes(name))?.value;
  const loop = value('loop');
  const sleep = value('sleep', 'predelay');
  const wait = value('postdelay');
  const disabled = directives.find(({ name }) => name === 'disabled');
  const conditions = directives.flatMap(({ name, value: condition }) =>
    name === 'if' || name === 'ifnot' ? [conditionOf(condition, name === 'ifnot')] : [],
  );
  const first = [
    ...(loop === undefined ? [] : [call('loop', loop)]),
    ...(disabled === undefined
      ? []
      : [disabled.value === '' ? call('skip') : call('skipIf', disabled.value)]),
    ...conditions,
    ...additions.first,
  ];
  const last = [
    ...additions.beforeSending,
    ...(sleep === undefined ? [] : [`await httpFile.sleep(${millisecondsOf(sleep, 1)});`]),
  ];
  const checks = [
    ...asserts.map((assertion) => call('assert', assertion)),
    ...(wait === undefined ? [] : [`await httpFile.sleep(${millisecondsOf(wait, 1)});`]),
    ...(loop === undefined ? [] : [call('again', loop)]),
  ];
  return {
    preRequest: composed(first, own.before, last),
    test: composed(additions.received, own.after, checks),
  };
}

interface OwnScripts {
  readonly before: readonly FileScript[];
  readonly after: readonly FileScript[];
}

/** Returns the scripts of a region with the texts of other files, by the time when they run. */
function scriptsIn(region: Region, source: HttpSource, context: ImportContext): OwnScripts {
  const before: FileScript[] = [];
  const after: FileScript[] = [];
  const known = (script: FileScript, isBefore: boolean): void => {
    const event = script.event.replace(/^\+/, '').toLowerCase();
    const code = codeOf(script, source, context);
    if (code === null) return;
    if (/^(?:request|beforerequest|prerequest)$/.test(event)) before.push({ ...script, code });
    else if (/^(?:response|responselogging|after)$/.test(event)) after.push({ ...script, code });
    else if (event === '') (isBefore ? before : after).push({ ...script, code });
    else
      context.warn(
        `line ${script.line}: scripts of the event "${event}" do not run, and this one was left out`,
      );
  };
  for (const script of region.before) known(script, true);
  for (const script of region.after) known(script, false);
  return { before, after };
}

/** Returns null for a script that cannot be read or run. */
function codeOf(script: FileScript, source: HttpSource, context: ImportContext): string | null {
  const { file, code, line } = script;
  if (/\.lua$/i.test(file) || /^\s*--\s*lua\b/.test(code)) {
    context.warn(`line ${line}: scripts in Lua do not run, and this one was left out`);
    return null;
  }
  if (file === '') return code;
  const text = textBeside(source, file);
  if (text === null)
    context.warn(`line ${line}: the script ${JSON.stringify(file)} cannot be read, and was left out`);
  return text;
}

function composed(first: readonly string[], own: readonly FileScript[], last: readonly string[]): string {
  const parts = [first.join('\n'), ...own.map(({ code }) => code), last.join('\n')].filter(
    (part) => part.trim() !== '',
  );
  const dialect = own.some((script) => script.dialect === 'jetbrains') ? 'jetbrains' : 'httpyac';
  return markScript(joinScripts(parts), dialect);
}

/** Writes a condition of httprunner, such as `login.response.status 200`, as code. */
function conditionOf(condition: string, isNegated: boolean): string {
  const [path = '', ...expected] = condition.split(/\s+/);
  return call(isNegated ? 'unless' : 'onlyIf', path, expected.join(' ').replace(/^"(.*)"$/, '$1'));
}
