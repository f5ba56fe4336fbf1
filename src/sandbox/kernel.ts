// Code that every context contains besides its setup: the console, calls to the host, and the conversion of results and
// errors to text. A script could tamper with this code, but only in its own context, and the host does not trust it.
import { HostError } from './host-error.ts';
import type { HostFunction } from './setup.ts';

const MAX_NAME_CHARS = 100;

/** The names that calls of the host may have. */
const CALL_NAME = /^[\w.-]{1,100}$/;

/** Host functions of the kernel, which precede those of the setup. */
export const KERNEL_FUNCTIONS: Readonly<Record<string, HostFunction>> = {
  print: ({ text }, job) => {
    job.print(text(0), plainText(text(1)));
    return undefined;
  },
  call: ({ text }, job) => {
    const name = text(0);
    if (!CALL_NAME.test(name))
      throw new HostError(`${JSON.stringify(name.slice(0, MAX_NAME_CHARS))} is not a name`);
    return String(job.call(name, text(1)));
  },
  random: () => String(Math.random()),
};

/** Parses a JSON string. */
function plainText(json: string): string {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'string') throw new HostError('not text');
  return value;
}

/** Results of the kernel start with one of these; an empty one means that the job is not finished. */
export const VALUE_MARK = 'v';
export const ERROR_MARK = 'e';

/** The description of an error. */
export interface ErrorDescription {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** True when a value has the form of an error description. */
export function isErrorDescription(value: unknown): value is ErrorDescription {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['name', 'message', 'stack'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string')
  );
}

/**
 * The source of a function of `(host, setup, setupHost)` that defines the globals and returns
 * `enter(operation, a, b)`. The operations:
 * - `begin` with options as JSON
 * - `call` with the name of a function and its input, which is JSON unless the setup reads it; `done` to call nothing
 * - `poll` after pending jobs were run
 * - `settle` with `[id, isAnswered]` and a response as JSON, or an error message
 * - `describe` with a thrown value
 *
 * The setup receives `kernel` with `hostCall(name, value)`, which returns a promise; `global(name)`, which returns a
 * function of the script; and `describe` and `shown`, which convert an error and any value to text.
 */
export const KERNEL = `(function (host, setup, setupHost) {
  'use strict';
  var stringify = JSON.stringify, parse = JSON.parse, text = String, evaluate = eval;
  var apply = Reflect.apply, NativePromise = Promise, then = Promise.prototype.then;
  var EngineError = InternalError;
  var waiting = new Map(), settled = null;
  delete globalThis.SharedArrayBuffer;

  function isObject(value) { return (typeof value === 'object' && value !== null) || typeof value === 'function'; }
  function isBytes(value) { return ArrayBuffer.isView(value) || value instanceof ArrayBuffer; }
  function cut(value, most) { var all = text(value); return all.length > most ? all.slice(0, most) : all; }

  function describe(thrown) {
    try {
      if (!isObject(thrown)) return stringify({ name: 'Error', message: cut(thrown, 2000), stack: '' });
      var hasName = typeof thrown.name === 'string', hasMessage = typeof thrown.message === 'string';
      return stringify({
        name: hasName ? cut(thrown.name, 100) : 'Error',
        message: hasMessage ? cut(thrown.message, 2000) : cut(shown(thrown), 2000),
        stack: typeof thrown.stack === 'string' ? cut(thrown.stack, 10000) : '',
      });
    } catch (error) {
      return isOutOfMemory(error) ? OUT_OF_MEMORY : NOT_SHOWN;
    }
  }

  // Constants, because creating them may fail when memory is short. The engine throws null when it cannot even create
  // an error.
  var OUT_OF_MEMORY = '{"name":"InternalError","message":"out of memory","stack":""}';
  var NOT_SHOWN = '{"name":"Error","message":"what was thrown cannot be shown","stack":""}';
  function isOutOfMemory(error) {
    return error === null || (error instanceof EngineError && error.message === 'out of memory');
  }

  // Formats a value like a console: text as it is, errors with name and location, everything else as JSON where
  // possible.
  function shown(value) {
    if (typeof value === 'string') return value;
    if (typeof value === 'function') return '[function]';
    if (!isObject(value)) return typeof value === 'bigint' ? text(value) + 'n' : text(value);
    if (value instanceof Error) {
      var places = text(value.stack).split('\\n').filter(function (line) { return line.indexOf('script.js:') >= 0; });
      return text(value.name) + ': ' + text(value.message) + places.map(function (line) { return '\\n' + line; }).join('');
    }
    if (isBytes(value)) return '[' + value.byteLength + ' bytes]';
    var seen = [];
    var json = stringify(value, function (_, inner) {
      if (typeof inner === 'bigint') return text(inner) + 'n';
      if (typeof inner === 'function') return '[function]';
      if (isBytes(inner)) return '[' + inner.byteLength + ' bytes]';
      if (inner instanceof Map || inner instanceof Set) return Array.from(inner);
      if (!isObject(inner)) return inner;
      while (seen.length > 0 && seen[seen.length - 1] !== this) seen.pop();
      if (seen.indexOf(inner) >= 0) return '[circular]';
      seen.push(inner);
      return inner;
    });
    return json === undefined ? text(value) : json;
  }

  function print(level, values) {
    var line = '';
    for (var i = 0; i < values.length && line.length < 70000; i += 1) {
      var one;
      try { one = shown(values[i]); } catch (_) { one = '[cannot be shown]'; }
      line += (i === 0 ? '' : ' ') + cut(one, 70000);
    }
    host.print(level, stringify(line));
  }

  var console = {};
  ['log', 'info', 'warn', 'error', 'debug'].forEach(function (level) {
    console[level] = function () { print(level, arguments); };
  });
  Object.defineProperty(globalThis, 'console', { value: console, writable: true, configurable: true });
  // The generator of the engine would produce the same numbers in every context.
  Object.defineProperty(Math, 'random', {
    value: function random() { return +host.random(); }, writable: true, configurable: true,
  });

  function hostCall(name, value) {
    var json = stringify(value);
    var id = +host.call(text(name), json === undefined ? 'null' : json);
    return new NativePromise(function (resolve, reject) { waiting.set(id, { resolve, reject }); });
  }

  var NAME = /^[A-Za-z_$][\\w$]*$/;
  // Classes and names declared with let and const are not on the global object, but an evaluation sees them.
  function global(name) {
    if (!NAME.test(name)) throw new TypeError('not the name of a function: ' + name);
    return evaluate('typeof ' + name + ' === "function" ? ' + name + ' : undefined');
  }

  var hooks = setup({ hostCall, global, shown, describe }, setupHost) || {};

  function failed(thrown) {
    if (hooks.failed) hooks.failed();
    return 'e' + describe(thrown);
  }

  function decide() {
    if (settled === null || waiting.size > 0) return '';
    var result = settled;
    settled = null;
    if (!result.isValue) return failed(result.value);
    try {
      var json = hooks.end ? hooks.end(result.value) : stringify(result.value);
      return 'v' + (json === undefined ? 'null' : json);
    } catch (thrown) {
      return failed(thrown);
    }
  }

  function isThenable(value) { return isObject(value) && typeof value.then === 'function'; }

  function start(run) {
    settled = null;
    try {
      var value = run();
      if (isThenable(value)) {
        apply(then, new NativePromise(function (resolve) { resolve(value); }), [
          function (result) { settled = { isValue: true, value: result }; },
          function (thrown) { settled = { isValue: false, value: thrown }; },
        ]);
      } else settled = { isValue: true, value };
    } catch (thrown) {
      settled = { isValue: false, value: thrown };
    }
    return decide();
  }

  function call(name, input) {
    if (hooks.call) return hooks.call(name, input);
    var found = global(name);
    if (found === undefined) throw new TypeError('the script has no function ' + name);
    return found(parse(input));
  }

  return function enter(operation, a, b) {
    switch (operation) {
      case 'begin':
        try { if (hooks.begin) hooks.begin(parse(a)); } catch (thrown) { return failed(thrown); }
        return '';
      case 'call': return start(function () { return call(a, b); });
      case 'done': return start(function () { return undefined; });
      case 'settle':
        var answer = parse(a), entry = waiting.get(answer[0]);
        waiting.delete(answer[0]);
        if (entry === undefined) return '';
        if (answer[1]) entry.resolve(parse(b)); else entry.reject(new Error(parse(b)));
        return '';
      case 'describe': return describe(a);
      default: return decide();
    }
  };
})`;
