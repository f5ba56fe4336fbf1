// The module `timers`: the global timer functions, looked up when they are called.

type Call = (...values: readonly unknown[]) => unknown;

function global(name: string): Call {
  return (...values) => (Reflect.get(globalThis, name) as Call)(...values);
}

export const setTimeout = global('setTimeout');
export const setInterval = global('setInterval');
export const setImmediate = global('setImmediate');
export const clearTimeout = global('clearTimeout');
export const clearInterval = global('clearInterval');
export const clearImmediate = global('clearImmediate');
