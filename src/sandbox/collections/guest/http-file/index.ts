// Defines what scripts of `.http` files use: `httpFile`, which does what such a file says outside of its scripts, and
// the objects of the program that the scripts were written for.
import { asText } from '../as-text.ts';
import { assertThat } from './assertions.ts';
import { partAt } from './captures.ts';
import { defineHttpyac, responseOf } from './httpyac.ts';
import { defineJetbrains } from './jetbrains.ts';
import { beginTurn, endTurn } from './loops.ts';
import { asVariable, parsedBody, remember, variableValue, type HttpFileParts } from './parts.ts';

/** Defines the names for the script that is about to run. */
export function defineHttpFile(parts: HttpFileParts, dialect: 'jetbrains' | 'httpyac'): void {
  if (dialect === 'jetbrains') defineJetbrains(parts);
  else defineHttpyac(parts);
  parts.define('httpFile', httpFileOf(parts));
}

function httpFileOf(parts: HttpFileParts): object {
  const evaluate = (code: string): unknown => valueOf(code, parts);
  return {
    ...variableFunctions(parts, evaluate),
    ...conditionFunctions(parts, evaluate),
    assert: (assertion: string) => assertThat(assertion, parts, evaluate),
    sleep: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)),
    loop: (spec: string) => beginTurn(spec, parts, evaluate),
    again: (spec: string) => endTurn(spec, parts, evaluate),
    addHeaders: (code: string) => {
      const headers = evaluate(code);
      if (typeof headers !== 'object' || headers === null)
        throw new Error(`${code} is not an object of headers`);
      for (const [key, value] of Object.entries(headers))
        parts.pm.request.headers.upsert({ key, value: asText(value) });
    },
  };
}

type Evaluate = (code: string) => unknown;

function variableFunctions(parts: HttpFileParts, evaluate: Evaluate): object {
  const { pm } = parts;
  return {
    /** Gives an expression of the request its value, under its own text. */
    define: (name: string, code = name) => {
      const value = asVariable(quietly(() => evaluate(code)));
      if (value === undefined) pm.variables.unset(name);
      else pm.variables.set(name, value);
    },
    /** Generates the value of a variable once for this request. */
    fix: (name: string, template: string) => pm.variables.set(name, pm.variables.replaceIn(template)),
    encode: (name: string) => {
      const value = asVariable(variableValue(parts, name));
      if (value !== undefined) pm.variables.set(`%${name}`, encodeURIComponent(value));
    },
    capture: (name: string, request: string) => {
      const value = asVariable(partAt(name.slice(request.length), parts));
      if (value === undefined) pm.collectionVariables.unset(name);
      else remember(parts, name, value);
    },
    keep: (name: string) => {
      const { response } = pm;
      if (response === undefined || parts.input().response === null) return;
      remember(parts, name, parsedBody(response));
      remember(parts, `${name}Response`, responseOf(response));
    },
  };
}

function conditionFunctions({ pm, run }: HttpFileParts, evaluate: Evaluate): object {
  const skipUnless = (holds: boolean): void => {
    if (!holds) run.skipRequest();
  };
  const isAsSaid = (path: string, expected: string): boolean => {
    const value = asVariable(pm.variables.get(path));
    return expected === '' ? value !== undefined : value === expected;
  };
  return {
    skip: () => skipUnless(false),
    skipIf: (code: string) => skipUnless(!evaluate(code)),
    onlyIf: (path: string, expected: string) => skipUnless(isAsSaid(path, expected)),
    unless: (path: string, expected: string) => skipUnless(!isAsSaid(path, expected)),
  };
}

function quietly(evaluate: () => unknown): unknown {
  try {
    return evaluate();
  } catch {
    // As in these programs, the text of an expression without a value is sent as it is.
    return undefined;
  }
}

/** Evaluates an expression, in which each variable has its name. */
function valueOf(code: string, parts: HttpFileParts): unknown {
  const { pm } = parts;
  const scope = new Proxy(
    {},
    {
      has: (_, name) => typeof name === 'string' && (name === '$global' || pm.variables.has(name)),
      get: (_, name) =>
        name === '$global'
          ? pm.globals.toObject()
          : typeof name === 'string'
            ? variableValue(parts, name)
            : undefined,
    },
  );
  // The expression is code of the collection, like its scripts, and runs in the same sandbox.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const run = new Function('$scope', `with ($scope) { return (${code}\n); }`) as (scope: object) => unknown;
  return run(scope);
}
