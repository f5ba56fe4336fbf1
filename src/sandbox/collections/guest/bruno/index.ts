// Defines the names that scripts of Bruno use (https://docs.usebruno.com/testing/script/javascript-reference): `bru`,
// `req`, `res`, `test` and `expect`. They do the same as `pm`, within the same sandbox, even where Bruno would allow
// more.
import { assertions } from './assertions.ts';
import { cookies } from './cookies.ts';
import type { BrunoParts, PmResponse } from './parts.ts';
import { requestObject } from './request.ts';
import { responseObject } from './response.ts';
import { resultFunctions, runnerFunctions } from './runner.ts';
import { answerOf, axiosOf, sender } from './sending.ts';
import { minifyJson, minifyXml } from './utils.ts';
import { variableFunctions } from './variables.ts';

type Require = (name: unknown) => unknown;

/** Defines the names for the script that is about to run. */
export function defineBruno(parts: BrunoParts): void {
  const { pm, run, input, chai, define } = parts;
  const req = requestObject(parts);
  const { response } = pm;
  const res = response === undefined ? undefined : responseObject(response, input);
  const send = sender(pm);
  const bru: Record<string, unknown> = {
    ...variableFunctions(pm, input),
    ...unavailable(),
    ...runnerFunctions(parts),
    cookies: cookies(pm),
    sendRequest: send,
    runRequest: async (path: unknown) => answerOf((await pm.execution.runRequest(path)) as PmResponse, {}),
    sleep: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)),
    isSafeMode: () => true,
    cwd: () => '/',
    getCollectionName: () => input().location[0] ?? '',
    // Shown nowhere, like what Postman's visualizer sets.
    visualize: () => undefined,
    clearVisualizations: () => undefined,
    utils: { minifyJson, minifyXml },
  };
  const { made, functions } = assertions({ bru, req, res, pm, chai, test: run.tests.test });
  Object.assign(bru, functions, resultFunctions(run.tests.results, made));
  define('bru', bru);
  define('req', req);
  define('res', res);
  define('test', run.tests.test);
  define('expect', chai.expect);
  define('assert', (chai as unknown as { readonly assert: unknown }).assert);
  defineRequire(parts, send);
}

/** Functions that need more than a sandbox, and what to do instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  getSecretVar: 'keep the value in a secret variable of an environment',
  getOauth2CredentialVar: 'the run obtains and renews tokens by itself',
  resetOauth2Credential: 'the run obtains and renews tokens by itself',
};

function unavailable(): Readonly<Record<string, () => never>> {
  return Object.fromEntries(
    Object.entries(INSTEAD).map(([name, instead]) => [
      name,
      () => {
        throw new Error(`bru.${name} is not available: ${instead}`);
      },
    ]),
  );
}

function defineRequire({ define }: BrunoParts, send: ReturnType<typeof sender>): void {
  const known = (globalThis as unknown as { readonly require: Require }).require;
  const own: Readonly<Record<string, () => unknown>> = {
    axios: () => axiosOf(send),
    nanoid: () => ({ nanoid: nanoId }),
  };
  define('require', (name: unknown) =>
    typeof name === 'string' && Object.hasOwn(own, name) ? own[name]?.() : known(name),
  );
}

const ALPHABET = 'useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict';

function nanoId(size = 21): string {
  const bytes = crypto.getRandomValues(new Uint8Array(size));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
