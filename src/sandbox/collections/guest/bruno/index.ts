// Defines the names that scripts of Bruno use (https://docs.usebruno.com/testing/script/javascript-reference): `bru`,
// `req`, `res`, `test` and `expect`. They do what `pm` does, within the same sandbox, also where Bruno would allow more.
import { asText } from '../as-text.ts';
import { assertions } from './assertions.ts';
import { cookies } from './cookies.ts';
import type { BrunoParts } from './parts.ts';
import { requestObject } from './request.ts';
import { responseObject } from './response.ts';
import { axiosOf, sender } from './sending.ts';
import { variableFunctions } from './variables.ts';

type Require = (name: unknown) => unknown;

/** Defines the names for the script that is about to run. */
export function defineBruno(parts: BrunoParts): void {
  const { pm, run, input, sdk, chai, define } = parts;
  const req = requestObject(pm, sdk, input);
  const { response } = pm;
  const res = response === undefined ? undefined : responseObject(response);
  const send = sender(pm);
  const bru: Record<string, unknown> = {
    ...variableFunctions(pm, input),
    cookies: cookies(pm),
    sendRequest: send,
    ...runnerFunctions(parts),
    sleep: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)),
    isSafeMode: () => true,
    cwd: () => '/',
    getCollectionName: () => input().location[0] ?? '',
    visualize: () => undefined,
    runRequest: () => {
      throw new Error('bru.runRequest is not available: use bru.runner.setNextRequest, or bru.sendRequest');
    },
  };
  Object.assign(bru, assertions({ bru, req, res, pm, chai, test: run.tests.test }));
  define('bru', bru);
  define('req', req);
  define('res', res);
  define('test', run.tests.test);
  define('expect', chai.expect);
  define('assert', (chai as unknown as { readonly assert: unknown }).assert);
  defineRequire(parts, send);
}

function runnerFunctions({ run }: BrunoParts): Readonly<Record<string, unknown>> {
  const setNextRequest = (name: unknown): void => {
    run.next = name === null || name === undefined ? null : asText(name);
  };
  const runner = {
    setNextRequest,
    skipRequest: () => run.skipRequest(),
    stopExecution: () => setNextRequest(null),
  };
  return { setNextRequest, runner };
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
