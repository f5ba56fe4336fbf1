// Runs one PAC file in a QuickJS of its own: no files, no network, no clock but the time of day, bounded in time and
// memory. The script cannot wait, so names to resolve are collected, and it runs again once their addresses are known.
import os from 'node:os';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core';
import { ipBytes } from '../../../base/ip.ts';
import { isInRanges, readIpRange } from '../../../base/ip-range.ts';
import { quickJs } from '../../../base/quickjs.ts';
import { wasm } from '../../../base/wasm.ts';
import { PAC_FUNCTIONS } from './pac-functions.ts';

/** Time for one run, in ms. */
const MAX_MS = 1000;
/** Pages of 64 KiB, including QuickJS itself: its own limit has no effect in WebAssembly. */
const FIRST_PAGES = 256;
const MAX_PAGES = 768;
const MAX_STACK_BYTES = 256 * 1024;
const MAX_ANSWER_CHARS = 10_000;
const MAX_NAMES_A_RUN = 32;
const MAX_REASON_CHARS = 300;

export type PacOutcome =
  | { readonly type: 'answer'; readonly text: string }
  /** The script must run again with the addresses of these names. */
  | { readonly type: 'needs'; readonly names: readonly string[] }
  /** `isBroken`: it ran out of time or memory, and cannot run again. */
  | { readonly type: 'error'; readonly reason: string; readonly isBroken: boolean };

/** Addresses by name; an empty list for a name that has none. */
export type KnownNames = Readonly<Record<string, readonly string[]>>;

export interface PacScript {
  run(url: string, host: string, known: KnownNames): PacOutcome;
  dispose(): void;
}

/** Loads the text of a PAC file; returns an error that says why it cannot be loaded. */
export async function pacScript(text: string): Promise<PacScript | Extract<PacOutcome, { type: 'error' }>> {
  // Typed as an object, because the library's own type of memory depends on the libraries that TypeScript is given.
  const options: object = { wasmMemory: new wasm.Memory({ initial: FIRST_PAGES, maximum: MAX_PAGES }) };
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(quickJs, options));
  const runtime = quickjs.newRuntime();
  runtime.setMaxStackSize(MAX_STACK_BYTES);
  const script = new Script(runtime, runtime.newContext());
  const failure = script.load(text);
  return failure ?? script;
}

class Script implements PacScript {
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  #known: KnownNames = {};
  #needs = new Set<string>();

  constructor(runtime: QuickJSRuntime, context: QuickJSContext) {
    this.#runtime = runtime;
    this.#context = context;
  }

  load(text: string): Extract<PacOutcome, { type: 'error' }> | null {
    this.#host();
    const functions = this.#evaluate(PAC_FUNCTIONS, 'functions.js');
    if (typeof functions !== 'string') return functions;
    const loaded = this.#evaluate(`${text}\n;''`, 'proxy.pac');
    if (typeof loaded !== 'string') return loaded;
    const entry = this.#evaluate(`typeof ${ENTRY}`, 'entry.js');
    if (entry === 'function') return null;
    return typeof entry === 'string' ? failure('it has no function FindProxyForURL') : entry;
  }

  run(url: string, host: string, known: KnownNames): PacOutcome {
    this.#known = known;
    this.#needs = new Set();
    const call = `(${ENTRY})(${JSON.stringify(url)}, ${JSON.stringify(host)})`;
    const answer = this.#evaluate(
      `(function (a) { return a === null || a === undefined ? '' : a; })(${call})`,
      'call.js',
    );
    // A result that depends on an unresolved name does not count.
    if (this.#needs.size > 0 && (typeof answer === 'string' || !answer.isBroken))
      return { type: 'needs', names: [...this.#needs] };
    return typeof answer === 'string' ? { type: 'answer', text: answer } : answer;
  }

  dispose(): void {
    this.#context.dispose();
    this.#runtime.dispose();
  }

  /** Returns the value as a string, if it is one. */
  #evaluate(code: string, file: string): string | Extract<PacOutcome, { type: 'error' }> {
    const deadline = performance.now() + MAX_MS;
    this.#runtime.setInterruptHandler(() => performance.now() > deadline);
    const context = this.#context;
    const result = context.evalCode(code, file);
    if (result.error !== undefined) return this.#thrown(result.error, performance.now() > deadline);
    const { value } = result;
    const text = context.typeof(value) === 'string' ? context.getString(value) : null;
    value.dispose();
    if (text === null) return failure('its answer is not text');
    return text.length > MAX_ANSWER_CHARS ? failure('its answer is too long') : text;
  }

  #thrown(error: QuickJSHandle, isLate: boolean): Extract<PacOutcome, { type: 'error' }> {
    const text = this.#describe(error);
    error.dispose();
    if (isLate) return failure(`it did not answer within ${MAX_MS / 1000} s`, true);
    const isMemory = text.includes('out of memory') || text === 'null';
    return isMemory ? failure('it ran out of memory', true) : failure(`it failed: ${text}`);
  }

  #describe(error: QuickJSHandle): string {
    const text = (name: string): string => {
      const property = this.#context.getProp(error, name);
      const value = this.#context.typeof(property) === 'string' ? this.#context.getString(property) : '';
      property.dispose();
      return value;
    };
    if (this.#context.typeof(error) !== 'object') return plain(this.#context.getString(error));
    const line = /proxy\.pac:(\d+)/.exec(text('stack'))?.[1];
    const description = `${text('name')}: ${text('message')}`;
    return plain(line === undefined ? description : `${description} (line ${line})`);
  }

  #host(): void {
    const context = this.#context;
    const host = context.newObject();
    const define = (name: string, run: (...values: string[]) => QuickJSHandle): void => {
      const handle = context.newFunction(name, (...values) =>
        run(...values.map((value) => context.getString(value))),
      );
      context.setProp(host, name, handle);
      handle.dispose();
    };
    define('resolve', (name = '') => context.newString(this.#resolve(name).join(';')));
    define('mine', () => context.newString(ownAddresses().join(';')));
    define('inNet', (address = '', prefix = '') => (isInNet(address, prefix) ? context.true : context.false));
    context.setProp(context.global, '$host', host);
    host.dispose();
  }

  #resolve(text: string): readonly string[] {
    const name = text.toLowerCase();
    if (ipBytes(name) !== null) return [name];
    if (!/^[\w.-]{1,253}$/.test(name)) return [];
    const known = Object.hasOwn(this.#known, name) ? this.#known[name] : undefined;
    if (known === undefined && this.#needs.size < MAX_NAMES_A_RUN) this.#needs.add(name);
    return known ?? [];
  }
}

/** FindProxyForURLEx is Microsoft's, for files that know IPv6; where both exist they agree. */
const ENTRY = `(typeof FindProxyForURL === 'function' ? FindProxyForURL : typeof FindProxyForURLEx === 'function' ? FindProxyForURLEx : undefined)`;

function failure(reason: string, isBroken = false): Extract<PacOutcome, { type: 'error' }> {
  return { type: 'error', reason, isBroken };
}

function plain(text: string): string {
  return text.replace(/[\0-\x1f\x7f-\x9f]+/g, ' ').slice(0, MAX_REASON_CHARS);
}

/** Returns the addresses of the external interfaces, IPv4 first. */
function ownAddresses(): readonly string[] {
  const all = Object.values(os.networkInterfaces()).flatMap((list = []) =>
    list.filter(({ internal }) => !internal),
  );
  const sorted = [
    ...all.filter(({ family }) => family === 'IPv4'),
    ...all.filter(({ family }) => family === 'IPv6'),
  ];
  return sorted.map(({ address }) => address);
}

function isInNet(address: string, prefix: string): boolean {
  const bytes = ipBytes(address);
  const range = readIpRange(prefix);
  return bytes !== null && range !== null && isInRanges(bytes, [range]);
}
