// Hostile scripts for the sandbox, as data: the body of a function, and its allowed outcomes.
import type { Outcome } from '../../src/sandbox/job.ts';

export interface Probe {
  readonly name: string;
  /** The body of an async function, for the setup of its list. */
  readonly code: string;
  readonly allowed: Allowed;
}

/** An allowed outcome: a value, an error whose text matches, or one of these ends. */
export type Allowed = { readonly value: unknown } | { readonly error: RegExp } | readonly Outcome['type'][];

const NOTHING_OF_THE_HOST = 'undefined '.repeat(8).trim();
const HOST_NAMES = [
  'process',
  'require',
  'module',
  'global',
  'Buffer',
  'navigator',
  'WebAssembly',
  'setTimeout',
];
const LOOK = `return [${HOST_NAMES.map((name) => `typeof ${name}`).join()}].join(' ')`;

/** Every path to an object whose constructor's constructor might be the host's. */
const WAYS_TO_AN_OBJECT: readonly string[] = [
  '({})',
  '[]',
  '(() => {})',
  '(async () => {})',
  '(function* () {})',
  'class {}',
  '/x/.exec("x")',
  'new Error("x")',
  'Promise.resolve()',
  'new Proxy({}, {})',
  'new Proxy(function () {}, {})',
  'console',
  'console.log',
  'console.log("x")?.x ?? console.error',
  'Math.random',
  'Math.random()',
  'hostCall',
  'hostCall("ask", {})',
  'await hostCall("ask", { a: [1] })',
  '(await hostCall("refuse", {}).catch((error) => error))',
  '(() => { try { hostCall("no name", {}) } catch (error) { return error } })()',
  '(() => { try { hostCall(Symbol()) } catch (error) { return error } })()',
  '(() => { try { null.x } catch (error) { return error } })()',
  '(() => { try { (function f() { f() })() } catch (error) { return error } })()',
  'await import("fs").catch((error) => error)',
  'await import("node:process").catch((error) => error)',
  'input',
  'input.list',
  '(function () { return arguments })()',
  '(function () { return this })()',
  'globalThis',
  'Reflect',
  'Symbol.iterator',
  '1n',
  '"text"',
  'new Map([[1, 2]]).entries()',
  'new WeakRef({})',
  'new FinalizationRegistry(() => {})',
  'new DataView(new ArrayBuffer(8))',
  'Object.getOwnPropertyDescriptor(Map.prototype, "size").get',
  'Object.getPrototypeOf(Int8Array)',
  'Iterator.prototype',
  'JSON',
];

const escapes: readonly Probe[] = [
  ...WAYS_TO_AN_OBJECT.map((access) => ({
    name: `the constructor's constructor of ${access}`,
    code: `const found = ${access}; return found.constructor.constructor(${JSON.stringify(LOOK)})()`,
    allowed: { value: NOTHING_OF_THE_HOST },
  })),
  // Some objects have no constructor of their own.
  ...['Object.create(null)', 'new Proxy({}, { get: () => undefined })'].map((access) => ({
    name: `the constructor's constructor of ${access}`,
    code: `return (${access}).constructor.constructor("return process")()`,
    allowed: { error: /TypeError/ },
  })),
  {
    name: 'AsyncGeneratorFunction',
    code: `const Made = (async function* () {}).constructor; return (await Made(${JSON.stringify(LOOK)})().next()).value`,
    allowed: { value: NOTHING_OF_THE_HOST },
  },
  {
    name: 'Function',
    code: `return Function(${JSON.stringify(LOOK)})()`,
    allowed: { value: NOTHING_OF_THE_HOST },
  },
  {
    name: 'new Function',
    code: `return new Function(${JSON.stringify(LOOK)})()`,
    allowed: { value: NOTHING_OF_THE_HOST },
  },
  {
    name: 'eval',
    code: `return eval("(() => { ${LOOK.replaceAll('"', "'")} })()")`,
    allowed: { value: NOTHING_OF_THE_HOST },
  },
  {
    name: 'eval from elsewhere',
    code: `return (0, eval)("(() => { ${LOOK.replaceAll('"', "'")} })()")`,
    allowed: { value: NOTHING_OF_THE_HOST },
  },
  {
    name: 'process by the constructor of an import that failed',
    code: `return await import('x').catch(e => e.constructor.constructor('return process')())`,
    allowed: { error: /'process' is not defined/ },
  },
  {
    name: 'require',
    code: `return require('fs').readFileSync('/etc/passwd', 'utf8')`,
    allowed: { error: /'require' is not defined/ },
  },
  {
    name: 'process.binding',
    code: `return process.binding('fs')`,
    allowed: { error: /'process' is not defined/ },
  },
  {
    name: 'mainModule',
    code: `return globalThis.process?.mainModule?.require('fs') ?? null`,
    allowed: { value: null },
  },
  {
    name: 'std and os of QuickJS',
    code: `return [typeof std, typeof os, typeof scriptArgs, typeof print, typeof bjson]`,
    allowed: { value: Array(5).fill('undefined') },
  },
  {
    name: 'import of std',
    code: `return await import('std').then(() => 'there', () => 'none')`,
    allowed: { value: 'none' },
  },
  {
    name: 'import of os',
    code: `return await import('os').then(() => 'there', () => 'none')`,
    allowed: { value: 'none' },
  },
  {
    name: 'import of a file',
    code: `return await import('file:///etc/passwd').then(() => 'there', () => 'none')`,
    allowed: { value: 'none' },
  },
  {
    name: 'import of data',
    code: `return await import('data:text/javascript,1').then(() => 'there', () => 'none')`,
    allowed: { value: 'none' },
  },
  {
    name: 'import with attributes',
    code: `return await import('/etc/passwd', { with: { type: 'text' } }).then(() => 'there', () => 'none')`,
    allowed: ['value', 'error'],
  },
  { name: 'import.meta', code: `return import.meta`, allowed: { error: /import\.meta/ } },
  { name: 'import.meta in eval', code: `return eval('import.meta')`, allowed: { error: /import\.meta/ } },
  { name: 'a static import', code: `} \n import fs from 'fs'; {`, allowed: { error: /SyntaxError/ } },
  { name: 'WebAssembly', code: `return typeof WebAssembly`, allowed: { value: 'undefined' } },
  { name: 'SharedArrayBuffer', code: `return typeof SharedArrayBuffer`, allowed: { value: 'undefined' } },
  {
    name: 'Atomics.wait',
    code: `return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`,
    allowed: { error: /'Atomics' is not defined/ },
  },
  {
    name: 'workers and channels',
    code: `return [typeof Worker, typeof MessageChannel, typeof BroadcastChannel, typeof postMessage, typeof parentPort]`,
    allowed: { value: Array(5).fill('undefined') },
  },
  {
    name: 'the network',
    code: `return [typeof XMLHttpRequest, typeof WebSocket, typeof EventSource, typeof navigator]`,
    allowed: { value: Array(4).fill('undefined') },
  },
  {
    name: 'timers',
    code: `return [typeof setTimeout, typeof setImmediate, typeof setInterval, typeof queueMicrotask]`,
    allowed: { value: Array(4).fill('undefined') },
  },
  {
    name: 'Error.prepareStackTrace',
    code: `let seen = null; Error.prepareStackTrace = (error, frames) => { seen = frames; return frames; };
      const { stack } = new Error('x'); return [typeof stack === 'string', typeof seen?.[0]?.getThis]`,
    allowed: ['value'],
  },
  {
    name: 'Error.captureStackTrace',
    code: `const o = {}; Error.captureStackTrace?.(o); return typeof (o.stack?.[0]?.getThis)`,
    allowed: { value: 'undefined' },
  },
  {
    name: 'the caller of a function',
    code: `function f() { return f.caller } try { return String(f()) } catch { return 'none' }`,
    allowed: ['value'],
  },
  {
    name: 'arguments.callee.caller',
    code: `return (function () { try { return String(arguments.callee.caller) } catch { return 'none' } })()`,
    allowed: ['value'],
  },
  {
    name: 'paths of the host in a stack',
    code: `return /node|worker|dist|src|work|home/.test(new Error('x').stack)`,
    allowed: { value: false },
  },
  {
    name: 'what the environment holds',
    code: `return typeof globalThis.env`,
    allowed: { value: 'undefined' },
  },
  {
    name: 'every name of the global object',
    code: `return Reflect.ownKeys(globalThis).map(String).filter((name) => /host(?!Call)|kernel|process|wasm|module|worker/i.test(name))`,
    allowed: { value: [] },
  },
  {
    name: 'every function that can be reached',
    code: `const seen = new Set(), found = [];
      (function walk(value) {
        if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
        seen.add(value);
        walk(Object.getPrototypeOf(value));
        for (const key of Reflect.ownKeys(value)) {
          const property = Object.getOwnPropertyDescriptor(value, key);
          walk(property.value); walk(property.get); walk(property.set);
        }
      })(globalThis);
      for (const value of seen) if (typeof value === 'function' && value.constructor !== Function && /process|require/.test(String(value))) found.push(String(value));
      return found.filter((text) => text.indexOf('seen') < 0)`,
    allowed: { value: [] },
  },
];

const tampering: readonly Probe[] = [
  {
    name: 'Object.prototype',
    code: `Object.prototype.stolen = 'yes'; Object.prototype.toJSON = () => ({ stolen: 1 }); return 1`,
    allowed: ['value'],
  },
  {
    name: 'Array.prototype',
    code: `Array.prototype.push = () => { throw 1 }; Array.prototype[Symbol.iterator] = null; return [1]`,
    allowed: { value: [1] },
  },
  {
    name: 'Function.prototype.call and apply',
    code: `Function.prototype.call = Function.prototype.apply = () => 'stolen'; console.log('x'); return 1`,
    allowed: { value: 1 },
  },
  {
    name: 'Promise.prototype.then',
    code: `Promise.prototype.then = function () { return 'stolen' }; return 1`,
    allowed: ['value', 'error', 'timeout'],
  },
  {
    name: 'Promise itself',
    code: `globalThis.Promise = class { constructor() { throw 1 } }; return 1`,
    allowed: { value: 1 },
  },
  {
    name: 'JSON',
    code: `JSON.stringify = () => 'v{"stolen":true}'; JSON.parse = () => 'stolen'; return { a: 1 }`,
    allowed: { value: { a: 1 } },
  },
  {
    name: 'Map.prototype',
    code: `Map.prototype.set = () => { throw 1 }; return await hostCall('ask', {}).catch(() => 'refused')`,
    allowed: ['value', 'error', 'timeout'],
  },
  {
    name: 'String and RegExp',
    code: `String.prototype.split = () => { throw 1 }; RegExp.prototype.exec = () => { throw 1 }; globalThis.String = null; throw new Error('x')`,
    allowed: { error: /Error/ },
  },
  {
    name: 'the console',
    code: `console.log = null; Object.freeze(console); globalThis.console = null; return 1`,
    allowed: { value: 1 },
  },
  {
    name: 'freezing everything',
    code: `for (const key of Reflect.ownKeys(globalThis)) try { Object.freeze(globalThis[key]); Object.freeze(globalThis[key]?.prototype) } catch {} Object.freeze(globalThis); return 1`,
    allowed: { value: 1 },
  },
  {
    name: 'deleting everything',
    code: `for (const key of Reflect.ownKeys(globalThis)) try { delete globalThis[key] } catch {} return 1`,
    allowed: { value: 1 },
  },
  {
    name: 'the prototype of the global object',
    code: `Object.setPrototypeOf(globalThis, new Proxy({}, { get() { throw 1 }, has() { return true } })); return 1`,
    allowed: ['value', 'error'],
  },
  {
    name: 'Symbol.species',
    code: `class P extends Promise { static get [Symbol.species]() { throw new Error('species') } } return P.resolve(1)`,
    allowed: ['value', 'error'],
  },
  {
    name: 'Symbol.toPrimitive',
    code: `throw { [Symbol.toPrimitive]() { throw 1 }, get message() { throw 2 }, get name() { throw 3 } }`,
    allowed: { error: /cannot be shown|Error/ },
  },
  {
    name: 'Symbol.toStringTag and hasInstance',
    code: `Object.defineProperty(Error, Symbol.hasInstance, { value: () => { throw 1 } }); console.log({ [Symbol.toStringTag]: 'x' }, new Error('y')); return 1`,
    allowed: { value: 1 },
  },
  {
    name: 'registered symbols',
    code: `return Symbol.keyFor(Symbol.for('host')) + typeof globalThis[Symbol.for('nodejs.util.inspect.custom')]`,
    allowed: { value: 'hostundefined' },
  },
  {
    name: 'throwing a Proxy',
    code: `throw new Proxy(new Error('x'), { get() { throw new Error('trap') }, getPrototypeOf() { throw new Error('trap') } })`,
    allowed: { error: /Error/ },
  },
  {
    name: 'throwing a revoked Proxy',
    code: `const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy`,
    allowed: { error: /Error/ },
  },
  { name: 'throwing null', code: `throw null`, allowed: { error: /null/ } },
  { name: 'throwing undefined', code: `throw undefined`, allowed: { error: /undefined/ } },
  { name: 'throwing a symbol', code: `throw Symbol('x')`, allowed: { error: /Symbol/ } },
  { name: 'throwing a number', code: `throw 5`, allowed: { error: /5/ } },
  {
    name: 'an error with a long name',
    code: `const e = new Error('m'.repeat(1e6)); e.name = 'n'.repeat(1e6); e.stack = 's'.repeat(1e6); throw e`,
    allowed: { error: /^n{100}: m{2000}$/ },
  },
  {
    name: 'a forged end',
    code: `throw { name: 'InternalError', message: 'interrupted' }`,
    allowed: { error: /interrupted/ },
  },
  {
    name: 'a forged stack',
    code: `const e = new Error('x'); e.stack = 'at script.js:999999999999999999999:1\\n/etc/passwd'; throw e`,
    allowed: { error: /x/ },
  },
];

const results: readonly Probe[] = [
  {
    name: 'a getter that throws',
    code: `return { get a() { throw new Error('got') } }`,
    allowed: { error: /got/ },
  },
  { name: 'a getter that loops', code: `return { get a() { for (;;); } }`, allowed: ['timeout'] },
  {
    name: 'a Proxy',
    code: `return new Proxy({}, { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get: (_, key) => key === 'a' ? 1 : undefined })`,
    allowed: { value: { a: 1 } },
  },
  {
    name: 'a Proxy of endless keys',
    code: `return new Proxy({}, { ownKeys() { for (;;); } })`,
    allowed: ['timeout'],
  },
  {
    name: 'a Proxy that is ever deeper',
    code: `const deeper = () => new Proxy({}, { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get: (_, key) => key === 'a' ? deeper() : undefined }); return deeper()`,
    allowed: ['error', 'memory', 'timeout'],
  },
  {
    name: 'toJSON that returns a copy of itself',
    code: `const bomb = { toJSON() { return { a: { toJSON: bomb.toJSON } } } }; return bomb`,
    allowed: ['error', 'memory', 'timeout'],
  },
  {
    name: 'toJSON that throws',
    code: `return { toJSON() { throw new Error('json') } }`,
    allowed: { error: /json/ },
  },
  {
    name: 'toJSON of all',
    code: `BigInt.prototype.toJSON = () => 'big'; return 1n`,
    allowed: { value: 'big' },
  },
  { name: 'a cycle', code: `const a = {}; a.a = a; return a`, allowed: { error: /circular/ } },
  { name: 'a BigInt', code: `return 1n`, allowed: { error: /TypeError/ } },
  { name: 'a function', code: `return () => 1`, allowed: { value: null } },
  { name: 'a symbol', code: `return Symbol('x')`, allowed: { value: null } },
  {
    name: 'NaN and -0',
    code: `return [NaN, -0, Infinity, undefined]`,
    allowed: { value: [null, 0, null, null] },
  },
  {
    name: '__proto__ as a key',
    code: `return JSON.parse('{"__proto__": {"stolen": true}, "constructor": 1}')`,
    allowed: { value: JSON.parse('{"__proto__": {"stolen": true}, "constructor": 1}') },
  },
  { name: 'lone surrogates', code: `return '\\ud800x\\udfff'`, allowed: { value: '\ud800x\udfff' } },
  { name: 'NUL', code: `return 'a\\0b'`, allowed: { value: 'a\0b' } },
  { name: 'line separators', code: `return '\\u2028\\u2029'`, allowed: { value: '\u2028\u2029' } },
  {
    name: 'a thenable that never settles',
    code: `return { then() {} }`,
    allowed: { error: /never settles/ },
  },
  {
    name: 'a thenable that settles twice',
    code: `return { then(yes, no) { yes(1); no(2); yes(3) } }`,
    allowed: { value: 1 },
  },
  {
    name: 'a thenable of thenables',
    code: `const t = { then(yes) { yes(t) } }; return t`,
    allowed: ['timeout'],
  },
  {
    name: 'a promise that never settles',
    code: `return new Promise(() => {})`,
    allowed: { error: /never settles/ },
  },
  {
    name: 'a promise that is rejected and not handled',
    code: `Promise.reject(new Error('x')); return 1`,
    allowed: { value: 1 },
  },
  {
    name: 'a result that is too large',
    code: `return 'x'.repeat(2 ** 20)`,
    allowed: { error: /larger than/ },
  },
  {
    name: 'many results that are too large',
    code: `return Array(2 ** 17).fill('xxxxxxxxxxxxxxxx')`,
    allowed: { error: /larger than/ },
  },
];

const exhaustion: readonly Probe[] = [
  { name: 'for ever', code: `for (;;);`, allowed: ['timeout'] },
  {
    name: 'for ever, caught',
    code: `for (;;) try { for (;;); } catch {} finally { continue }`,
    allowed: ['timeout'],
  },
  { name: 'for ever in a sort', code: `[2, 1].sort(() => { for (;;); })`, allowed: ['timeout'] },
  {
    name: 'for ever in a callback of replace',
    code: `'a'.replace(/a/, () => { for (;;); })`,
    allowed: ['timeout'],
  },
  {
    name: 'an endless generator',
    code: `return [...(function* () { for (;;) yield 1 })()].length`,
    allowed: ['timeout', 'memory'],
  },
  {
    name: 'microtasks without end',
    code: `const again = () => Promise.resolve().then(again); return again()`,
    allowed: ['timeout', 'memory'],
  },
  {
    name: 'microtasks that nobody waits for',
    code: `(async () => { for (;;) await null })(); return 1`,
    allowed: ['timeout'],
  },
  { name: 'await without end', code: `for (;;) await null`, allowed: ['timeout'] },
  {
    name: 'a regular expression: (a+)+$',
    code: `return /(a+)+$/.test('a'.repeat(40) + 'b')`,
    allowed: ['timeout'],
  },
  {
    name: 'a regular expression: (a|a)*$',
    code: `return /^(a|a)*$/.test('a'.repeat(40) + 'b')`,
    allowed: ['timeout'],
  },
  {
    name: 'a regular expression: (\\w+\\s?)*$',
    code: `return /^(\\w+\\s?)*$/.test('aaaa '.repeat(20) + '!')`,
    allowed: ['timeout'],
  },
  {
    name: 'a regular expression: (x+x+)+y',
    code: `return /(x+x+)+y/.test('x'.repeat(64))`,
    allowed: ['timeout'],
  },
  {
    name: 'a regular expression: nested quantifiers',
    code: `return new RegExp('(?:a{0,60000}){0,60000}b').test('a'.repeat(60000))`,
    allowed: ['timeout', 'memory', 'error', 'value'],
  },
  {
    name: 'a native loop that looks at no clock',
    code: `return [].indexOf.call({ length: 2 ** 53 - 1 }, 1)`,
    allowed: ['timeout'],
  },
  {
    name: 'a native loop over holes',
    code: `return Array(2 ** 32 - 1).join('x')`,
    allowed: ['timeout', 'memory', 'error'],
  },
  {
    name: 'a string that doubles',
    code: `let s = 'x'; for (;;) s += s`,
    allowed: ['memory', 'error', 'timeout'],
  },
  { name: 'a huge repeat', code: `return 'x'.repeat(2 ** 28).length`, allowed: ['memory', 'error'] },
  {
    name: 'a huge padding',
    code: `return ''.padEnd(2 ** 29, 'ab').length`,
    allowed: ['memory', 'error', 'timeout'],
  },
  {
    name: 'an array that grows',
    code: `const a = []; for (;;) a.push(new Array(1000).fill(a))`,
    allowed: ['memory', 'timeout'],
  },
  {
    name: 'huge typed arrays',
    code: `const a = []; for (;;) a.push(new Uint8Array(2 ** 24))`,
    allowed: ['memory', 'timeout'],
  },
  {
    name: 'a resizable buffer',
    code: `const b = new ArrayBuffer(1, { maxByteLength: 2 ** 40 }); b.resize(2 ** 39); return b.byteLength`,
    allowed: ['error', 'memory'],
  },
  {
    name: 'a BigInt that grows',
    code: `let n = 3n; for (;;) n *= n`,
    allowed: ['memory', 'error', 'timeout'],
  },
  {
    name: 'maps without end',
    code: `const m = new Map(); for (let i = 0; ; i += 1) m.set(i, { i })`,
    allowed: ['memory', 'timeout'],
  },
  {
    name: 'closures without end',
    code: `let f = () => 1; for (;;) f = f.bind()`,
    allowed: ['memory', 'timeout'],
  },
  {
    name: 'memory, caught',
    code: `try { const a = []; for (;;) a.push(new Uint8Array(2 ** 20)) } catch {} return 1`,
    allowed: ['memory', 'value', 'timeout'],
  },
  {
    name: 'memory, caught again and again',
    code: `for (;;) try { const a = []; for (;;) a.push(new Uint8Array(2 ** 20)) } catch {}`,
    allowed: ['memory', 'timeout'],
  },
  { name: 'recursion', code: `(function f() { f() })()`, allowed: { error: /stack overflow/ } },
  {
    name: 'recursion, caught',
    code: `(function f() { try { f() } catch { f() } })()`,
    allowed: ['timeout', 'error'],
  },
  {
    name: 'recursion in toString',
    code: `const k = { toString() { return k + '' } }; return k + ''`,
    allowed: { error: /stack overflow/ },
  },
  {
    name: 'recursion in a getter',
    code: `const k = { get x() { return this.x } }; return k.x`,
    allowed: { error: /stack overflow/ },
  },
  {
    name: 'recursion in a Proxy',
    code: `const p = new Proxy({}, { get: (t, key, self) => self[key] }); return p.x`,
    allowed: ['error'],
  },
  {
    name: 'recursion in toJSON',
    code: `const g = () => JSON.stringify({ toJSON: g }); return g()`,
    allowed: ['error'],
  },
  {
    name: 'recursion in replace',
    code: `const h = () => 'a'.replace(/a/, h); return h()`,
    allowed: ['error'],
  },
  {
    name: 'recursion in eval',
    code: `globalThis.e = () => eval('e()'); return e()`,
    allowed: ['error', 'memory'],
  },
  {
    name: 'recursion in yield*',
    code: `function* g() { yield* g() } return [...g()]`,
    allowed: ['error', 'memory'],
  },
  {
    name: 'recursion in a class',
    code: `class A { constructor() { new A() } } new A()`,
    allowed: { error: /stack overflow/ },
  },
  {
    name: 'a chain of Proxies',
    code: `let p = {}; for (let i = 0; i < 1e5; i += 1) p = new Proxy(p, {}); return p.x`,
    allowed: ['error', 'memory', 'timeout'],
  },
  {
    name: 'JSON that is nested',
    code: `return JSON.parse('['.repeat(1e6))`,
    allowed: { error: /stack overflow/ },
  },
  {
    name: 'parentheses that are nested',
    code: `return eval('('.repeat(1e5))`,
    allowed: { error: /stack overflow/ },
  },
  {
    name: 'templates that are nested',
    code: 'return eval("`${".repeat(1e5))',
    allowed: { error: /stack overflow/ },
  },
  {
    name: 'groups that are nested',
    code: `return new RegExp('(?:'.repeat(1e5))`,
    allowed: { error: /SyntaxError|stack overflow/ },
  },
  {
    name: 'arrays that are nested',
    code: `let a = []; for (let i = 0; i < 1e5; i += 1) a = [a]; return a.flat(Infinity).length`,
    allowed: ['error', 'value', 'timeout', 'memory'],
  },
  {
    name: 'arrays that are nested, as text',
    code: `let a = []; for (let i = 0; i < 1e5; i += 1) a = [a]; return String(a)`,
    allowed: ['error', 'timeout', 'memory'],
  },
  {
    name: 'a console flood',
    code: `for (let i = 0; i < 5000; i += 1) console.log('line', i); return 1`,
    allowed: { value: 1 },
  },
  { name: 'a console flood without end', code: `for (;;) console.log('x')`, allowed: ['timeout'] },
  {
    name: 'a line without end',
    code: `console.log('x'.repeat(1e7)); console.log({ a: 'y'.repeat(1e6) }); return 1`,
    allowed: { value: 1 },
  },
  {
    name: 'a console of nasty things',
    code: `const a = {}; a.a = a; console.log(a, 1n, Symbol('x'), () => 1, undefined, null, new Map([[a, 1]]), new Proxy({}, { get() { throw 1 }, ownKeys() { throw 1 } }), '\\0\\ud800', { toJSON() { throw 1 } }); return 1`,
    allowed: { value: 1 },
  },
  {
    name: 'calls to the host without end',
    code: `for (;;) hostCall('ask', {}).catch(() => 0)`,
    allowed: { error: /more than 10 calls/ },
  },
  {
    name: 'a huge call to the host',
    code: `return await hostCall('ask', 'x'.repeat(1e6)).then(() => 'sent')`,
    allowed: { value: 'sent' },
  },
  {
    name: 'a call to the host that is not answered',
    code: `return await hostCall('ignore', {})`,
    allowed: ['timeout'],
  },
];

const hostCalls: readonly Probe[] = [
  {
    name: 'a name that is not a name',
    code: `return hostCall('../x', {})`,
    allowed: { error: /not a name/ },
  },
  {
    name: 'a name of a prototype',
    code: `return hostCall('__proto__', {})`,
    allowed: { error: /no __proto__ here/ },
  },
  { name: 'no name', code: `return hostCall()`, allowed: { error: /no undefined here/ } },
  {
    name: 'a name that throws',
    code: `return hostCall({ toString() { throw new Error('named') } }, {})`,
    allowed: { error: /named/ },
  },
  { name: 'a value without JSON', code: `return hostCall('ask', 1n)`, allowed: { error: /TypeError/ } },
  {
    name: 'a value that is undefined',
    code: `return await hostCall('ask')`,
    allowed: { value: { asked: null } },
  },
  {
    name: 'a cycle',
    code: `const a = []; a.push(a); return hostCall('ask', a)`,
    allowed: { error: /circular/ },
  },
  {
    name: 'an answer that is refused',
    code: `return await hostCall('refuse', {})`,
    allowed: { error: /it is refused/ },
  },
  {
    name: 'an answer with __proto__',
    code: `const a = await hostCall('ask', JSON.parse('{"__proto__": {"stolen": true}}')); return [a.asked.stolen, ({}).stolen, Object.keys(a.asked)]`,
    allowed: { value: [null, null, ['__proto__']] },
  },
  {
    name: 'the answer of another',
    code: `return (await Promise.all([hostCall('ask', 1), hostCall('ask', 2)])).map(({ asked }) => asked)`,
    allowed: { value: [1, 2] },
  },
];

/**
 * Probes for the setup `plain`, with `input` {list: [1]} and a host that answers `ask`, refuses `refuse` and
 * ignores `ignore`.
 */
export const PLAIN_PROBES: readonly Probe[] = [
  ...escapes,
  ...tampering,
  ...results,
  ...exhaustion,
  ...hostCalls,
];

const thrown = (code: string): string => `try { ${code}; return 'done' } catch (error) { return error.name }`;

/** Probes for the setup `rules`; the result is text. */
export const RULES_PROBES: readonly Probe[] = [
  {
    name: 'fetch without permission',
    code: `return fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')`,
    allowed: { value: 'refused' },
  },
  {
    name: 'fetch with a request that is none',
    code: `return fetch({ toString() { return 'x'.repeat(1e6) } }, { method: '\\r\\n', headers: { 'a b': '\\r\\n' }, body: 1n }).then(() => 'sent', () => 'refused')`,
    allowed: { value: 'refused' },
  },
  {
    name: 'sleeping for ever',
    code: `await sleep(1e9)`,
    allowed: ['timeout', 'error'],
  },
  {
    name: 'a flood of sleeps',
    code: `return Promise.all(Array.from({ length: 1000 }, () => sleep(0))).then(() => 'slept', () => 'refused')`,
    allowed: { value: 'refused' },
  },
  ...[
    'hash.md5',
    'hash.hmac',
    'base64.encode',
    'base64.decode',
    'uuid',
    'URL',
    'URLSearchParams',
    'TextDecoder',
    'atob',
    'env',
    'sharedState',
    'request.headers',
  ].map((access) => ({
    name: `the constructor's constructor of ${access}`,
    code: `const found = ${access}; const from = found.constructor ?? Object.getPrototypeOf(sharedState).constructor; return from.constructor(${JSON.stringify(LOOK)})()`,
    allowed: { value: NOTHING_OF_THE_HOST },
  })),
  {
    name: 'no host function is in reach',
    code: `return [typeof host, typeof kernel, typeof hostCall, typeof web].join()`,
    allowed: { value: 'undefined,undefined,undefined,undefined' },
  },
  { name: 'a hash of a symbol', code: thrown('hash.md5(Symbol())'), allowed: { value: 'done' } },
  {
    name: 'a hash of what throws',
    code: thrown('hash.md5({ toString() { throw new RangeError() } })'),
    allowed: { value: 'RangeError' },
  },
  {
    name: 'a hash without a name',
    code: thrown('hash.hmac("__proto__", "k", "d")'),
    allowed: { value: 'TypeError' },
  },
  {
    name: 'a hash by a long name',
    code: thrown('hash.hmac("x".repeat(1e6), "k", "d")'),
    allowed: { value: 'TypeError' },
  },
  {
    name: 'a hash in a shape unknown',
    code: thrown('hash.md5("a", "constructor")'),
    allowed: { value: 'TypeError' },
  },
  {
    name: 'a hash of a detached buffer',
    code: thrown('const b = new ArrayBuffer(8); b.transfer(); hash.md5(b)'),
    allowed: ['value'],
  },
  {
    name: 'a hash of a lying view',
    code: `class Lie extends Uint8Array { get byteLength() { return 2 ** 40 } get byteOffset() { return -5 } } return typeof hash.md5(new Lie(4))`,
    allowed: ['value', 'error'],
  },
  { name: 'base64 that is none', code: thrown('base64.decode("%%%")'), allowed: { value: 'TypeError' } },
  {
    name: 'base64 of huge text',
    code: thrown('base64.encode("x".repeat(1e8))'),
    allowed: ['value', 'memory', 'error', 'timeout'],
  },
  {
    name: 'an encoding that is none',
    code: thrown('new TextDecoder("../../etc/passwd")'),
    allowed: { value: 'TypeError' },
  },
  {
    name: 'a URL that is none',
    code: thrown('new URL({ toString() { return "\\0" } })'),
    allowed: { value: 'TypeError' },
  },
  {
    name: 'a URL of a file stays text',
    code: `return new URL('file:///etc/passwd').href`,
    allowed: { value: 'file:///etc/passwd' },
  },
  {
    name: 'setting __proto__ of a URL',
    code: `const u = new URL('http://a.test/'); u.__proto__ = null; return String(Object.getPrototypeOf(u))`,
    allowed: { value: 'null' },
  },
  { name: 'setting env', code: `'use strict'; ${thrown('env.x = 1')}`, allowed: { value: 'TypeError' } },
  {
    name: 'a header of two lines',
    code: thrown('request.headers["x-a"] = "b\\r\\nx-c: d"'),
    allowed: { value: 'TypeError' },
  },
  {
    name: 'a header whose name is none',
    code: thrown('request.headers["a: b\\r\\n"] = "c"'),
    allowed: { value: 'TypeError' },
  },
  {
    name: 'the header __proto__',
    code: `request.headers.__proto__ = 'x'; return [request.headers.__proto__, ({}).x].join()`,
    allowed: { value: 'x,' },
  },
  {
    name: 'a header constructor',
    code: `return String(request.headers.constructor)`,
    allowed: { value: 'undefined' },
  },
  {
    name: 'sharedState that is too large',
    code: `sharedState.x = 'x'.repeat(2 ** 20); return 'done'`,
    allowed: { error: /sharedState is larger/ },
  },
  {
    name: 'sharedState without JSON',
    code: `sharedState = () => 1; return 'done'`,
    allowed: { error: /sharedState must be/ },
  },
  {
    name: 'sharedState with a cycle',
    code: `sharedState.x = sharedState; return 'done'`,
    allowed: { error: /circular/ },
  },
  {
    name: 'sharedState with __proto__',
    code: `sharedState = JSON.parse('{"__proto__": {"stolen": 1}}'); return String(({}).stolen)`,
    allowed: { value: 'undefined' },
  },
];
