// Globals that scripts know from browsers, in addition to those of `globals/web.ts`.
import { asText } from './as-text.ts';
import type { Environment } from './environment.ts';
import { subtleOf } from './web-crypto.ts';

export function defineWebGlobals(environment: Environment): void {
  const { host, web } = environment;
  define('queueMicrotask', (run: () => void) => {
    void Promise.resolve().then(run);
  });
  define('structuredClone', (value: unknown) => clone(value, new Map()));
  define('crypto', {
    getRandomValues: (array: ArrayBufferView) => {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      bytes.set(new Uint8Array(host.randomBytes(String(bytes.length))));
      return array;
    },
    randomUUID: () => host.uuid(),
    subtle: subtleOf(environment, (algorithm: unknown, data: unknown) => digest(algorithm, data)),
  });
  define('performance', {
    // Asked each time: this object is made before the script begins.
    get timeOrigin() {
      return Number(host.timeOrigin());
    },
    now: () => Number(host.now()),
  });
  const { console } = globalThis as unknown as {
    readonly console: Record<string, (...values: unknown[]) => void>;
  };
  const log = console['log']!;
  const noop = (): void => undefined;
  Object.assign(console, {
    trace: console['debug'],
    dir: log,
    table: log,
    group: log,
    groupCollapsed: log,
    groupEnd: noop,
    clear: noop,
    time: noop,
    timeEnd: noop,
    assert: (isTrue: unknown, ...values: readonly unknown[]) => {
      if (!isTrue) console['error']?.('Assertion failed:', ...values);
    },
  });
  function digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
    const { name } = (
      typeof algorithm === 'object' && algorithm !== null ? algorithm : { name: algorithm }
    ) as { readonly name: unknown };
    return Promise.resolve().then(() =>
      host.digest(asText(name).toLowerCase().replace('-', ''), web.buffer(data)),
    );
  }
}

export function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

/** Clones a value; `copies` maps what has been cloned, which preserves cycles. */
function clone(value: unknown, copies: Map<unknown, unknown>): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('it cannot be cloned');
  if (typeof value !== 'object' || value === null) return value;
  if (copies.has(value)) return copies.get(value);
  const simple = cloneBuiltIn(value);
  if (simple !== undefined) return simple;
  const copy: object = Array.isArray(value)
    ? []
    : value instanceof Map
      ? new Map()
      : value instanceof Set
        ? new Set()
        : {};
  copies.set(value, copy);
  if (value instanceof Map)
    for (const [key, each] of value)
      (copy as Map<unknown, unknown>).set(clone(key, copies), clone(each, copies));
  else if (value instanceof Set) for (const each of value) (copy as Set<unknown>).add(clone(each, copies));
  else
    for (const [key, each] of Object.entries(value))
      Object.defineProperty(copy, key, {
        value: clone(each, copies),
        writable: true,
        configurable: true,
        enumerable: true,
      });
  return copy;
}

function cloneBuiltIn(value: object): object | undefined {
  if (value instanceof Date) return new Date(value);
  if (value instanceof RegExp) return new RegExp(value.source, value.flags);
  if (value instanceof ArrayBuffer) return value.slice(0);
  if (ArrayBuffer.isView(value)) return (value as Uint8Array).slice();
  if (value instanceof Error) return Object.assign(new Error(value.message), { name: value.name });
  return undefined;
}
