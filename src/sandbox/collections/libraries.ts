// The modules that scripts of collections can require, where each comes from, and what stands for modules of Node.js. Small
// files are chosen where there are any: all that is loaded is put back before each script.

/** By the name that scripts use, and `guest` for our own side; the package, or the file of it, that is taken. */
export const LIBRARIES = {
  guest: './guest/main.ts',
  chai: 'chai-4',
  'chai-postman': 'chai-postman',
  'postman-collection': 'postman-collection',
  'http-reasons': 'http-reasons',
  'liquid-json': 'liquid-json',
  lodash: 'lodash/lodash.min.js',
  'lodash-3': 'lodash-3',
  moment: 'moment/min/moment.min.js',
  cheerio: 'cheerio',
  'crypto-js': 'crypto-js',
  ajv: 'ajv-6/dist/ajv.min.js',
  tv4: 'tv4',
  uuid: 'uuid',
  xml2js: 'xml2js',
  'csv-parse/lib/sync': 'csv-parse/lib/sync',
  assert: 'assert/',
  buffer: 'buffer/',
  events: 'events/',
  path: 'path-browserify',
  punycode: 'punycode/',
  querystring: 'querystring-es3',
  stream: 'stream-browserify',
  string_decoder: 'string_decoder/',
  url: 'url/',
  util: 'util/',
} as const;

/** Modules that others require, and what they get. */
export const REPLACEMENTS: Readonly<Record<string, string | null>> = {
  assert: 'assert/',
  buffer: 'buffer/',
  events: 'events/',
  lodash: 'lodash/lodash.min.js',
  path: 'path-browserify',
  punycode: 'punycode/',
  querystring: 'querystring-es3',
  stream: 'stream-browserify',
  string_decoder: 'string_decoder/',
  url: 'url/',
  util: 'util/',
  timers: './guest/node-timers.ts',
  // Random people and places: the host has them, and `replaceIn` is our own.
  './dynamic-variables': './guest/empty.json',
  // The host decodes texts.
  'iconv-lite': './guest/empty.json',
  // A large table of which next to nothing is asked.
  'mime-db': './guest/mime-types.json',
};

/** Loaded beforehand where a script names one of them. */
export const PRELOADED = [
  'lodash-3',
  'buffer',
  'moment',
  'cheerio',
  'crypto-js',
  'ajv',
  'tv4',
  'uuid',
  'xml2js',
  'csv-parse/lib/sync',
] as const;

/** Whether a script may want what is loaded beforehand: it names it, or anything to be required. */
export function wantsLibraries(script: string): boolean {
  return WANTS.test(script);
}

const WANTS =
  /\brequire\b|\b(?:CryptoJS|cheerio|tv4|moment|xml2Json|Buffer|jsonSchema|stream)\b|(?:^|[^\w$.])_[.(]/;
