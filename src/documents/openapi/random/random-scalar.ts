// Random numbers and texts that fit the keywords of a schema. A name such as `email` or `price` says what is meant
// where the schema does not.
import * as words from '../../../base/fake-words.ts';
import type { SeededRandom } from '../../../base/seeded-random.ts';
import type { JsonObject } from '../../json-values.ts';
import { randomMatch } from './random-pattern.ts';

/** The maximum length of a text, whatever the schema asks for. */
const MAX_CHARS = 10_000;
/** Moments of values: 2020 to 2029. */
const [FIRST_MS, LAST_MS] = [Date.UTC(2020, 0, 1), Date.UTC(2029, 11, 31)];

/** Returns null where no number fits. */
export function randomNumber(
  schema: JsonObject,
  random: SeededRandom,
  { isInteger, name }: { readonly isInteger: boolean; readonly name: string },
): number | null {
  const step = Math.abs(numberOf(schema['multipleOf']) ?? 0) || (isInteger ? 1 : 0);
  const [low, isLowOpen] = bound(schema, 'minimum', 'exclusiveMinimum', Math.max);
  const [high, isHighOpen] = bound(schema, 'maximum', 'exclusiveMaximum', Math.min);
  const [usualLow, usualHigh] = usualRange(name, schema['format']);
  const span = usualHigh - usualLow;
  const min = low ?? (high === null ? usualLow : Math.min(usualLow, high - span));
  const max = high ?? (low === null ? usualHigh : Math.max(usualHigh, low + span));
  if (step > 0) return stepped([min, isLowOpen], [max, isHighOpen], step, random);
  if (min > max || (min === max && (isLowOpen || isHighOpen))) return null;
  const rounded = Number((min + random.next() * (max - min)).toFixed(2));
  const isInside =
    (isLowOpen ? rounded > min : rounded >= min) && (isHighOpen ? rounded < max : rounded <= max);
  return isInside ? rounded : isLowOpen || isHighOpen ? (min + max) / 2 : min;
}

type Edge = readonly [value: number, isOpen: boolean];

function stepped(
  [min, isMinOpen]: Edge,
  [max, isMaxOpen]: Edge,
  step: number,
  random: SeededRandom,
): number | null {
  let first = Math.ceil(min / step);
  let last = Math.floor(max / step);
  if (isMinOpen && first * step <= min) first += 1;
  if (isMaxOpen && last * step >= max) last -= 1;
  if (first > last) return null;
  const value = random.integer(first, last) * step;
  // A step such as 0.01 is not exact in binary.
  return Number.isInteger(step) ? value : Number(value.toPrecision(12));
}

/** Returns a bound. An exclusive one is a number, or in older drafts a boolean about the inclusive one. */
function bound(
  schema: JsonObject,
  inclusive: string,
  exclusive: string,
  tighter: (a: number, b: number) => number,
): readonly [value: number | null, isOpen: boolean] {
  const limit = numberOf(schema[inclusive]);
  const open = numberOf(schema[exclusive]);
  if (open === null) return [limit, limit !== null && schema[exclusive] === true];
  if (limit === null) return [open, true];
  return [tighter(open, limit), tighter(open, limit) === open];
}

function usualRange(name: string, format: unknown): readonly [number, number] {
  const key = keyOf(name);
  if (/^lat(itude)?$/.test(key)) return [-90, 90];
  if (/^(lon|lng|long|longitude)$/.test(key)) return [-180, 180];
  if (/(^|_)age$/.test(key)) return [18, 90];
  if (/(^|_)year$/.test(key)) return [2000, 2029];
  if (/percent|ratio|rating|score/.test(key)) return [0, 100];
  if (/(_at|timestamp|time|date)$/.test(key))
    return format === 'int64' && /ms|milli/.test(key)
      ? [FIRST_MS, LAST_MS]
      : [FIRST_MS / 1000, LAST_MS / 1000];
  if (/price|amount|total|cost|fee/.test(key)) return [1, 500];
  if (/(^|_)(count|quantity|size|pages?|limit|offset|rank|index|position)$/.test(key)) return [0, 100];
  return [1, 10_000];
}

/** Returns null where no text fits. */
export function randomText(schema: JsonObject, random: SeededRandom, name: string): string | null {
  const min = Math.min(numberOf(schema['minLength']) ?? 0, MAX_CHARS);
  const max = numberOf(schema['maxLength']) ?? Infinity;
  if (min > max) return null;
  const { pattern, format } = schema;
  if (typeof pattern === 'string') {
    const text = randomMatch(pattern, random, { min, max });
    if (text !== null) return text;
  }
  const formed = FORMATS[String(format)]?.(random) ?? null;
  if (formed !== null) return fitted(formed, { min, max }, random, true);
  if (schema['contentEncoding'] === 'base64')
    return fitted(Buffer.from(phrase(random)).toString('base64'), { min, max }, random, true);
  const named = NAMED.find(([form]) => form.test(keyOf(name)))?.[1](random);
  return fitted(named ?? phrase(random), { min, max }, random, false);
}

interface Length {
  readonly min: number;
  readonly max: number;
}

/** Returns a text of a length that the schema allows; a format is left as it is where it fits. */
function fitted(text: string, { min, max }: Length, random: SeededRandom, isFormed: boolean): string {
  let result = text;
  while (result.length < min) result += isFormed ? letters(random, min - result.length) : ` ${word(random)}`;
  return result.length > max ? result.slice(0, max).padEnd(min, 'x') : result;
}

export function word(random: SeededRandom): string {
  return random.pick(words.LOREM);
}

function phrase(random: SeededRandom): string {
  return Array.from({ length: random.integer(1, 3) }, () => word(random)).join(' ');
}

function letters(random: SeededRandom, count: number, of = 'abcdefghijklmnopqrstuvwxyz'): string {
  return Array.from({ length: count }, () => of[random.integer(0, of.length - 1)]).join('');
}

const hex = (random: SeededRandom, count: number): string => letters(random, count, '0123456789abcdef');
const lower = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');
const moment = (random: SeededRandom): string =>
  new Date(random.integer(FIRST_MS / 1000, LAST_MS / 1000) * 1000).toISOString().replace('.000Z', 'Z');
const host = (random: SeededRandom): string =>
  `${lower(random.pick(words.LAST_NAMES))}.${random.pick(['example', 'test', 'example.com'])}`;
const email = (random: SeededRandom): string =>
  `${lower(random.pick(words.FIRST_NAMES))}.${lower(random.pick(words.LAST_NAMES))}@example.com`;
const url = (random: SeededRandom): string => `https://${host(random)}/${word(random)}`;
const uuid = (random: SeededRandom): string =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(random, 3)}-${hex(random, 12)}`;

type Make = (random: SeededRandom) => string;

const FORMATS: Readonly<Record<string, Make>> = {
  'date-time': moment,
  date: (random) => moment(random).slice(0, 10),
  time: (random) => moment(random).slice(11),
  duration: (random) => `P${random.integer(1, 30)}DT${random.integer(0, 23)}H`,
  email,
  'idn-email': email,
  hostname: host,
  'idn-hostname': host,
  ipv4: (random) => `192.0.2.${random.integer(1, 254)}`,
  ipv6: (random) => `2001:db8::${hex(random, 4)}`,
  uri: url,
  url,
  iri: url,
  'uri-reference': (random) => `/${word(random)}/${random.integer(1, 1000)}`,
  'iri-reference': (random) => `/${word(random)}`,
  'uri-template': (random) => `/${word(random)}/{id}`,
  uuid,
  'json-pointer': (random) => `/${word(random)}/${random.integer(0, 9)}`,
  'relative-json-pointer': (random) => `${random.integer(0, 3)}/${word(random)}`,
  regex: (random) => `^${word(random)}$`,
  byte: (random) => Buffer.from(phrase(random)).toString('base64'),
  base64: (random) => Buffer.from(phrase(random)).toString('base64'),
  base64url: (random) => Buffer.from(phrase(random)).toString('base64url'),
  binary: phrase,
  password: (random) => letters(random, 12, 'abcdefghijkmnpqrstuvwxyz23456789'),
  char: (random) => letters(random, 1),
};

/** The meanings of names of properties, in words of lower case with underscores. */
const NAMED: readonly (readonly [form: RegExp, make: Make])[] = [
  [/e_?mail/, email],
  [/^(first|given)_?name$/, (random) => random.pick(words.FIRST_NAMES)],
  [/^(last|family|sur)_?name$/, (random) => random.pick(words.LAST_NAMES)],
  [
    /^(user_?name|login|handle|nickname)$/,
    (random) => `${lower(random.pick(words.FIRST_NAMES))}${random.integer(1, 99)}`,
  ],
  [/^(full_?name|author|owner|display_?name|customer|contact)$/, (random) => person(random)],
  [/city|town/, (random) => random.pick(words.CITIES)],
  [/country_?code/, (random) => random.pick(words.COUNTRIES)[0]],
  [/country/, (random) => random.pick(words.COUNTRIES)[1]],
  [/street|address/, (random) => `${random.integer(1, 200)} ${random.pick(words.STREETS)}`],
  [/zip|postal/, (random) => letters(random, 5, '0123456789')],
  [/phone|mobile|fax/, (random) => `+1555${letters(random, 7, '0123456789')}`],
  [/(^|_)(uuid|guid)$/, uuid],
  [/slug/, (random) => `${word(random)}-${word(random)}`],
  [/(^|_)(url|uri|href|link|website|image|avatar)$/, url],
  [/(^|_)(created|updated|deleted|modified|started|ended|expires)(_at|_on)?$|timestamp$/, moment],
  [/_date$|^date$|birthday/, (random) => moment(random).slice(0, 10)],
  [/(^|_)time$|^(opens|closes)_at$/, (random) => moment(random).slice(11, 16)],
  [/colou?r/, (random) => random.pick(words.COLORS)],
  [/currency/, (random) => random.pick(['EUR', 'USD', 'GBP', 'JPY', 'CHF'])],
  [/locale|language|lang$/, (random) => random.pick(words.LOCALES)],
  [
    /company|organi[sz]ation|vendor|brand/,
    (random) => `${random.pick(words.LAST_NAMES)} ${random.pick(words.COMPANY_SUFFIXES)}`,
  ],
  [/product/, (random) => `${random.pick(words.PRODUCT_ADJECTIVES)} ${random.pick(words.PRODUCTS)}`],
  [/token|secret|hash|digest|checksum|sha/, (random) => hex(random, 32)],
  [/(^|_)(id|key|ref|code)$/, (random) => letters(random, 10, 'abcdefghijkmnpqrstuvwxyz23456789')],
  [/version/, (random) => `${random.integer(0, 9)}.${random.integer(0, 20)}.${random.integer(0, 9)}`],
  [/(^|_)ip(_address)?$/, (random) => `192.0.2.${random.integer(1, 254)}`],
  [/description|comment|message|text|summary|body|content|note/, (random) => sentence(random)],
  [/title|subject|headline/, (random) => capital(phrase(random))],
  [/^name$|_name$/, (random) => capital(phrase(random))],
];

function person(random: SeededRandom): string {
  return `${random.pick(words.FIRST_NAMES)} ${random.pick(words.LAST_NAMES)}`;
}

function sentence(random: SeededRandom): string {
  return `${capital(Array.from({ length: random.integer(4, 10) }, () => word(random)).join(' '))}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns `created_at` for `createdAt` and `created-at`. */
function keyOf(name: string): string {
  return name
    .slice(0, 100)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[-.\s]+/g, '_')
    .toLowerCase();
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
