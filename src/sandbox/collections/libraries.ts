// The modules that scripts of collections can require, their sources, and replacements for modules of Node.js. Small
// builds are preferred, because everything that is loaded is restored before each script.

/** Maps the name that scripts use, and `guest` for our own code, to a package or a file of one. */
export const LIBRARIES = {
  guest: './guest/main.ts',
  chai: 'chai-4',
  'chai-postman': 'chai-postman',
  'postman-collection': 'postman-collection',
  'dynamic-variables': './guest/dynamic-variables.json',
  'http-reasons': 'http-reasons',
  'liquid-json': 'liquid-json',
  lodash: 'lodash/lodash.min.js',
  'lodash-3': 'lodash-3',
  moment: 'moment/min/moment.min.js',
  cheerio: 'cheerio',
  'crypto-js': 'crypto-js',
  sugar: 'sugar/sugar.min.js',
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

/** Maps modules that other modules require to their replacements. */
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
  // A table that our own code fills, because the host provides random names and places.
  './dynamic-variables': './guest/dynamic-variables.json',
  // The host decodes text.
  'iconv-lite': './guest/empty.json',
  // A large table, almost nothing of which is used.
  'mime-db': './guest/mime-types.json',
};

/**
 * Modules that other modules require but rarely use, so they are loaded when one of their exports is first used. The
 * modules that require them must access the exports as properties, not destructure them at once.
 */
export const LOADED_ON_USE = ['file-type', 'liquid-json', 'mime-format', 'mime-types', 'semver'] as const;

/** Libraries that are loaded in advance for scripts that name one of them. */
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

/** True when a script may use preloaded libraries, because it names one of them or calls `require`. */
export function wantsLibraries(script: string): boolean {
  return WANTS.test(script);
}

const WANTS =
  /\brequire\b|\b(?:CryptoJS|cheerio|tv4|moment|xml2Json|Buffer|jsonSchema|stream)\b|(?:^|[^\w$.])_[.(]/;

/**
 * True when a script may use SugarJS, which extends the built-in objects in Postman's first sandbox. Loading it takes
 * longer than most scripts, so it is loaded only for methods that nothing else defines.
 */
export function wantsSugar(script: string): boolean {
  return SUGAR.test(script);
}

const SUGAR = new RegExp(
  String.raw`\bSugar\b|\bObject\.(?:extended|isString|isNumber|isBoolean|isArray|isObject|isFunction|isDate|isRegExp|clone|merge|size|equal|toQueryString|fromQueryString)\(|\bDate\.(?:create|past|future|range|utc)\(|` +
    String.raw`(?<!\b_)\.(?:average|sum|least|most|groupBy|sortBy|inGroups|inGroupsOf|randomize|sample|subtract|intersect|exclude|removeAt|findAll|compact|unique|isEmpty|` +
    String.raw`capitalize|camelize|underscore|dasherize|humanize|titleize|spacify|parameterize|pluralize|singularize|stripTags|removeTags|escapeHTML|unescapeHTML|encodeBase64|decodeBase64|escapeURL|unescapeURL|padLeft|padRight|isBlank|toNumber|` +
    String.raw`times|upto|downto|ordinalize|abbr|metric|isEven|isOdd|advance|rewind|relative|isToday|isTomorrow|isYesterday|isPast|isFuture|isWeekday|isWeekend|` +
    String.raw`add(?:Milliseconds|Seconds|Minutes|Hours|Days|Weeks|Months|Years)|(?:millisecond|second|minute|hour|day|week|month|year)s?(?:Ago|FromNow|Before|After|Since|Until)|(?:beginning|end)Of(?:Day|Week|Month|Year))\(`,
);
