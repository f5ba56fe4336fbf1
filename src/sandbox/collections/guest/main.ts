// Entry of the guest code for scripts of collections: creates some objects once for all scripts, and others for each.
import { defineBruno } from './bruno/index.ts';
import type { Pm } from './bruno/parts.ts';
import { defineLazy, type Chai, type Environment, type Sdk } from './environment.ts';
import { createChai } from './expect.ts';
import { fetchOver, Headers } from './fetch.ts';
import { defineHttpFile } from './http-file/index.ts';
import { defineIntl } from './intl.ts';
import { requireWithModules } from './own-modules.ts';
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
  const { load, scriptName } = environment;
  defineWebGlobals(environment);
  defineIntl(environment);
  defineLibraries(load, (name, make) => defineLazy(globalThis, name, make, false));
  define('global', globalThis);
  defineDynamicValues(environment);
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
  const packages = createRequire(load);
  const require = requireWithModules(input, packages);
  define('require', require);
  const pm = pmFor({ environment, input, run, sdk, chai, makeResponse, makeRequest, require });
  define('pm', pm);
  define('Headers', Headers);
  define('fetch', fetchOver((pm as Pm).sendRequest, environment.web));
  takeScript(scriptName, run);
  return {
    begin: (options) => {
      current = options;
      if (options.usesSugar) load('sugar');
      if (options.dialect === 'postman') return;
      const parts = { pm: pm as Pm, run, input, sdk, chai, define };
      if (options.dialect === 'bruno') defineBruno(parts);
      else defineHttpFile(parts, options.dialect);
    },
    call: () => run.main(),
    end: () => run.end(),
  };
}

/** Defines values such as `$guid` for our own `replaceIn`, and for postman-collection, which reads them from a table. */
function defineDynamicValues({ host, load }: Environment): void {
  const names = new Set(JSON.parse(host.dynamicNames()) as readonly string[]);
  const value = (name: string): string | null => JSON.parse(host.dynamicValue(name)) as string | null;
  setDynamicValues(value);
  const table = load('dynamic-variables') as Record<string, { readonly generator: () => string | null }>;
  for (const name of names) table[`$${name}`] = { generator: () => value(name) };
}

/** Defines the function that receives the script, which removes itself. */
function takeScript(name: string, run: Run): void {
  define(name, (script: () => Promise<unknown>) => {
    Reflect.deleteProperty(globalThis, name);
    run.script = script;
  });
}
