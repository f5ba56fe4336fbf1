// `require` for scripts: a list of modules, and a clear error for all others.
import { asText } from './as-text.ts';
import { xml2Json } from './xml.ts';

type Load = (name: string) => unknown;

/** Maps the name that scripts use to that of the linked module. */
const MODULES: Readonly<Record<string, string>> = {
  lodash: 'lodash',
  moment: 'moment',
  chai: 'chai',
  cheerio: 'cheerio',
  'crypto-js': 'crypto-js',
  ajv: 'ajv',
  tv4: 'tv4',
  uuid: 'uuid',
  xml2js: 'xml2js',
  'csv-parse': 'csv-parse/lib/sync',
  'csv-parse/lib/sync': 'csv-parse/lib/sync',
  'csv-parse/sync': 'csv-parse/lib/sync',
  'postman-collection': 'postman-collection',
  'http-reasons': 'http-reasons',
  assert: 'assert',
  buffer: 'buffer',
  events: 'events',
  path: 'path',
  punycode: 'punycode',
  querystring: 'querystring',
  stream: 'stream',
  string_decoder: 'string_decoder',
  'string-decoder': 'string_decoder',
  url: 'url',
  util: 'util',
};

/** Modules that consist of functions which exist anyway. */
const BUILT_INS: Readonly<Record<string, () => unknown>> = {
  atob: () => globalThis.atob,
  btoa: () => globalThis.btoa,
  timers: () => timerFunctions(),
};

const TIMERS = [
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
];

function timerFunctions(): unknown {
  return Object.fromEntries(TIMERS.map((name) => [name, Reflect.get(globalThis, name) as unknown]));
}

export function createRequire(load: Load): (name: unknown) => unknown {
  return function require(specifier) {
    const name = asText(specifier).replace(/^node:/, '');
    if (Object.hasOwn(BUILT_INS, name)) return BUILT_INS[name]?.();
    const linked = Object.hasOwn(MODULES, name) ? MODULES[name] : undefined;
    if (linked !== undefined) return adaptModule(name, load(linked));
    const names = [...Object.keys(MODULES), ...Object.keys(BUILT_INS)].sort().join(', ');
    throw new Error(`Cannot find module '${name.slice(0, 100)}': scripts can require ${names}`);
  };
}

function adaptModule(name: string, module: unknown): unknown {
  if (name === 'uuid') return callableUuid(module as Readonly<Record<string, unknown>>);
  return name === 'csv-parse' || name === 'csv-parse/sync' ? withParse(module) : module;
}

/** Makes the module callable, as its early versions were, and keeps the names of later ones. */
function callableUuid(module: Readonly<Record<string, unknown>>): unknown {
  const v4 = module['v4'] as (...values: readonly unknown[]) => string;
  return Object.assign((...values: readonly unknown[]) => v4(...values), module);
}

function withParse(module: unknown): unknown {
  const parse = module as (...values: readonly unknown[]) => unknown;
  return Object.assign((...values: readonly unknown[]) => parse(...values), { parse });
}

type Define = (name: string, make: () => unknown) => void;

/** Defines the libraries that are global. */
export function defineLibraries(load: Load, define: Define): void {
  define('_', () => load('lodash-3'));
  define('CryptoJS', () => load('crypto-js'));
  define('cheerio', () => load('cheerio'));
  define('tv4', () => load('tv4'));
  define('moment', () => load('moment'));
  define('Buffer', () => (load('buffer') as { readonly Buffer: unknown }).Buffer);
  define('xml2Json', () => (text: unknown) => xml2Json(load, text));
}
