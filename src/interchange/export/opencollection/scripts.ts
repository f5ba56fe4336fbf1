// Converts scripts. An import turns assertions and post-response variables into scripts; these become assertions and
// variables again, because Bruno's own scripts have no names for them.
import { inBrunoFile, isBruno } from '../../../collections/model/script-dialect.ts';
import type { Scripts } from '../../../collections/model/values.ts';
import { splitScripts } from '../../import/shared/join-scripts.ts';

interface ScriptFields {
  readonly scripts: readonly object[];
  readonly actions: readonly object[];
  readonly assertions: readonly object[];
}

/**
 * Returns the fields of a request. `all` contains only scripts, for collections and folders, which have no other
 * fields.
 */
export function scriptFields(
  scripts: Scripts,
  owner: string,
  warnings: Set<string>,
): ScriptFields & { readonly all: readonly object[] } {
  for (const script of [scripts.preRequest, scripts.test])
    if (script !== '' && !isBruno(script))
      warnings.add(`${owner}: its scripts are Postman's, which Bruno does not run; proxyctl does`);
  const before = partsOf(scripts.preRequest);
  const after = partsOf(scripts.test);
  return {
    scripts: [...typed('before-request', before.code), ...afterResponse(after)],
    actions: [
      ...before.setters.map((setter) => actionOf(setter, 'before-request')),
      ...after.setters.map((setter) => actionOf(setter, 'after-response')),
    ],
    assertions: after.assertions,
    all: [
      ...typed('before-request', [inBrunoFile(scripts.preRequest)]),
      ...typed(hasTests(scripts.test) ? 'tests' : 'after-response', [inBrunoFile(scripts.test)]),
    ],
  };
}

interface Parts {
  readonly setters: readonly Setter[];
  /** Scripts before the assertions. */
  readonly code: readonly string[];
  readonly assertions: readonly object[];
  /** Scripts after the assertions. */
  readonly tests: readonly string[];
}

function partsOf(script: string): Parts {
  const parts = splitScripts(inBrunoFile(script)).filter((part) => part !== '');
  const setters = linesOf(parts[0], setterOf);
  const rest = setters === null ? parts : parts.slice(1);
  const at = rest.findIndex((part) => linesOf(part, assertionOf) !== null);
  return {
    setters: setters ?? [],
    code: at < 0 ? rest : rest.slice(0, at),
    assertions: at < 0 ? [] : (linesOf(rest[at], assertionOf) ?? []),
    tests: at < 0 ? [] : rest.slice(at + 1),
  };
}

function typed(type: string, scripts: readonly string[]): readonly object[] {
  return scripts.filter((code) => code !== '').map((code) => ({ type, code }));
}

/** Without assertions between them, the last script is the tests if it holds any. */
function afterResponse({ code, assertions, tests }: Parts): readonly object[] {
  const count = assertions.length > 0 || !hasTests(code.at(-1)) ? code.length : code.length - 1;
  return [
    ...typed('after-response', code.slice(0, count)),
    ...typed('tests', [...code.slice(count), ...tests]),
  ];
}

function hasTests(script = ''): boolean {
  return /\b(?:test|expect)\s*\(/.test(script);
}

/** Reads every line of a script; null when one of them is something else. */
function linesOf<Line>(script: string | undefined, read: (line: string) => Line | null): Line[] | null {
  if (script === undefined || script === '') return null;
  const lines: Line[] = [];
  for (const line of script.split('\n')) {
    const value = read(line);
    if (value === null) return null;
    lines.push(value);
  }
  return lines;
}

interface Setter {
  readonly scope: string;
  readonly name: string;
  readonly expression: string;
}

const SCOPES: ReadonlyMap<string, string> = new Map([
  ['setVar', 'runtime'],
  ['setEnvVar', 'environment'],
  ['setCollectionVar', 'collection'],
  ['setGlobalEnvVar', 'global'],
]);
const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;
const SETTER = new RegExp(String.raw`^bru\.(set\w+)\((${TEXT}), bru\.evaluate\((${TEXT})\)\);$`);
const ASSERTION = new RegExp(String.raw`^(// )?bru\.assert\((${TEXT}), (${TEXT}), (${TEXT})\);$`);

function setterOf(line: string): Setter | null {
  const [, call = '', name = '', expression = ''] = SETTER.exec(line) ?? [];
  const scope = SCOPES.get(call);
  return scope === undefined ? null : { scope, name: literalText(name), expression: literalText(expression) };
}

function actionOf({ scope, name, expression }: Setter, phase: string): object {
  return {
    type: 'set-variable',
    phase,
    selector: { expression, method: 'jsonq' },
    variable: { name, scope },
  };
}

function assertionOf(line: string): object | null {
  const [, off, expression, operator = '', value = ''] = ASSERTION.exec(line) ?? [];
  if (expression === undefined) return null;
  return {
    expression: literalText(expression),
    operator: literalText(operator),
    value: literalText(value),
    ...(off !== undefined && { disabled: true }),
  };
}

function literalText(literal: string): string {
  return JSON.parse(literal) as string;
}
