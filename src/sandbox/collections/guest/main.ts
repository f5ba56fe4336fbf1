// Entry of the guest code for scripts of collections: what is created once for all scripts, and what for each of
// them.
import { defineLazy, type Chai, type Environment, type Sdk } from './environment.ts';
import { createChai } from './expect.ts';
import { pmFor } from './pm.ts';
import { setDynamicValues } from './replace.ts';
import { requestMaker } from './request.ts';
import { defineLibraries, createRequire } from './require.ts';
import { responseMaker } from './response.ts';
import { runFor, type Run } from './run.ts';
import type { ScriptInput } from './script-data.ts';
import { define, defineWebGlobals } from './web-globals.ts';

export interface Hooks {
  readonly begin: (options: ScriptInput) => void;
  readonly call: () => unknown;
  readonly end: () => string;
}

export function start(environment: Environment): Hooks {
  const { host, load, scriptName } = environment;
  defineWebGlobals(environment);
  defineLibraries(load, (name, make) => defineLazy(globalThis, name, make, false));
  define('global', globalThis);
  define('require', createRequire(load));
  const dynamicNames = new Set(JSON.parse(host.dynamicNames()) as readonly string[]);
  setDynamicValues((name) =>
    dynamicNames.has(name) ? (JSON.parse(host.dynamicValue(name)) as string | null) : null,
  );
  const sdk = load('postman-collection') as Sdk;
  const chai: Chai = createChai(sdk, load);
  load('http-reasons');
  const makeResponse = responseMaker(sdk, chai, load);
  const makeRequest = requestMaker(sdk, chai);

  let current: ScriptInput | null = null;
  const input = (): ScriptInput => {
    if (current === null) throw new Error('no script has begun');
    return current;
  };
  const run = runFor(environment);
  define('pm', pmFor({ environment, input, run, sdk, chai, makeResponse, makeRequest }));
  takeScript(scriptName, run);
  return {
    begin: (options) => {
      current = options;
    },
    call: () => run.main(),
    end: () => run.end(),
  };
}

/** Defines the function that receives the script, which removes itself. */
function takeScript(name: string, run: Run): void {
  define(name, (script: () => Promise<unknown>) => {
    Reflect.deleteProperty(globalThis, name);
    run.script = script;
  });
}
