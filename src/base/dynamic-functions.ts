// Dynamic variables with arguments, as `.http` files have them: `$randomInt 1 10`, `$datetime iso8601 -1 d`,
// `$random.alphabetic(8)`.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** Generates a value; undefined for a name or arguments that mean nothing. The name has no dollar sign. */
export function dynamicFunctionValue(
  expression: string,
  named: (name: string) => string | undefined,
): string | undefined {
  const [, name = '', given = ''] = /^([A-Za-z][\w.]*)\s*(.*?)\s*$/.exec(expression) ?? [];
  const list = /^\((.*)\)$/.exec(given)?.[1] ?? given;
  const words = (list.match(/"[^"]*"|'[^']*'|[^\s,]+/g) ?? []).map((word) =>
    word.replace(/^(["'])(.*)\1$/, '$2'),
  );
  const generate = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (generate !== undefined) return generate(words);
  const other = words.length === 0 && Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  return other === undefined ? undefined : named(other);
}

type Generate = (words: readonly string[]) => string | undefined;

/** The maximum length of a generated text. */
const MAX_CHARS = 10_000;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';

const FUNCTIONS: Readonly<Record<string, Generate>> = {
  uuid: () => randomUUID(),
  'random.uuid': () => randomUUID(),
  randomInt: (words) => integer(words),
  'random.integer': (words) => integer(words),
  'random.float': (words) => float(words),
  'random.alphabetic': ([length]) => text(length, LETTERS),
  'random.alphanumeric': ([length]) => text(length, `${LETTERS}${DIGITS}_`),
  'random.numeric': ([length]) => text(length, DIGITS),
  'random.hexadecimal': ([length]) => text(length, `${DIGITS}abcdef`),
  'random.bool': () => String((randomBytes(1)[0] ?? 0) % 2 === 1),
  timestamp: (words) => {
    const date = dateWith(words);
    return date === undefined ? undefined : String(Math.floor(date.getTime() / 1000));
  },
  isoTimestamp: (words) => dateWith(words)?.toISOString(),
  datetime: (words) => formattedDate(words, true),
  localDatetime: (words) => formattedDate(words, false),
};

/** Names of JetBrains for values that have a name in Postman. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'random.email': 'randomEmail',
  'random.name.firstName': 'randomFirstName',
  'random.name.lastName': 'randomLastName',
  'random.name.fullName': 'randomFullName',
  'random.name.name': 'randomFullName',
  'random.name.username': 'randomUserName',
  'random.address.city': 'randomCity',
  'random.address.country': 'randomCountry',
  'random.address.countryCode': 'randomCountryCode',
  'random.address.streetName': 'randomStreetName',
  'random.address.streetAddress': 'randomStreetAddress',
  'random.address.latitude': 'randomLatitude',
  'random.address.longitude': 'randomLongitude',
  'random.company.name': 'randomCompanyName',
  'random.company.catchPhrase': 'randomCatchPhrase',
  'random.internet.emailAddress': 'randomEmail',
  'random.internet.domainName': 'randomDomainName',
  'random.internet.url': 'randomUrl',
  'random.internet.ipV4Address': 'randomIP',
  'random.internet.ipV6Address': 'randomIPV6',
  'random.internet.macAddress': 'randomMACAddress',
  'random.internet.password': 'randomPassword',
  'random.phoneNumber.phoneNumber': 'randomPhoneNumber',
  'random.commerce.productName': 'randomProductName',
  'random.commerce.price': 'randomPrice',
  'random.commerce.department': 'randomDepartment',
  'random.lorem.word': 'randomLoremWord',
  'random.lorem.sentence': 'randomLoremSentence',
  'random.lorem.paragraph': 'randomLoremParagraph',
};

/** Returns an integer from the first number up to, but without, the second; 0 to 1000 without numbers. */
function integer(words: readonly string[]): string | undefined {
  const [low, high] =
    words.length === 0 ? [0, 1001] : words.length === 1 ? [0, Number(words[0])] : words.map(Number);
  if (low === undefined || high === undefined || words.length > 2) return undefined;
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || high - low >= 2 ** 48) return undefined;
  return high > low ? String(low + randomInt(high - low)) : high === low ? String(low) : undefined;
}

function float(words: readonly string[]): string | undefined {
  const [low = 0, high = 1000] = words.length === 1 ? [0, Number(words[0])] : words.map(Number);
  if (!(low <= high)) return undefined;
  return String(low + (randomBytes(6).readUIntBE(0, 6) / 2 ** 48) * (high - low));
}

function text(length = '1', alphabet: string): string | undefined {
  const count = Number(length);
  if (!Number.isInteger(count) || count < 0 || count > MAX_CHARS) return undefined;
  return Array.from({ length: count }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

/** Returns the present time, moved by an offset such as `-1 d`; undefined for an offset that means nothing. */
function dateWith([amount, unit]: readonly string[]): Date | undefined {
  const date = new Date();
  if (amount === undefined) return date;
  const count = Number(amount);
  if (!Number.isInteger(count) || unit === undefined) return undefined;
  if (unit === 'y') date.setUTCFullYear(date.getUTCFullYear() + count);
  else if (unit === 'M') date.setUTCMonth(date.getUTCMonth() + count);
  else if (Object.hasOwn(UNIT_MS, unit)) date.setTime(date.getTime() + count * (UNIT_MS[unit] ?? 0));
  else return undefined;
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const UNIT_MS: Readonly<Record<string, number>> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
};

function formattedDate(
  [format = 'iso8601', ...offset]: readonly string[],
  isUtc: boolean,
): string | undefined {
  const date = dateWith(offset);
  if (date === undefined) return undefined;
  if (format === 'iso8601')
    return isUtc ? date.toISOString() : formatted(date, 'YYYY-MM-DDTHH:mm:ss.SSSZ', false);
  if (format === 'rfc1123')
    return isUtc ? date.toUTCString() : formatted(date, 'ddd, DD MMM YYYY HH:mm:ss ZZ', false);
  return formatted(date, format, isUtc);
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Formats a date with the tokens of Day.js (https://day.js.org/docs/en/display/format). */
function formatted(date: Date, format: string, isUtc: boolean): string {
  const offset = isUtc ? 0 : -date.getTimezoneOffset();
  const shifted = new Date(date.getTime() + offset * 60_000);
  const pad = (value: number, length = 2): string => String(value).padStart(length, '0');
  const zone = (glue: string): string =>
    `${offset < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(offset) / 60))}${glue}${pad(Math.abs(offset) % 60)}`;
  const hour = shifted.getUTCHours();
  const values: Readonly<Record<string, string>> = {
    YYYY: pad(shifted.getUTCFullYear(), 4),
    YY: pad(shifted.getUTCFullYear() % 100),
    MMMM: MONTHS[shifted.getUTCMonth()] ?? '',
    MMM: MONTHS[shifted.getUTCMonth()]?.slice(0, 3) ?? '',
    MM: pad(shifted.getUTCMonth() + 1),
    M: String(shifted.getUTCMonth() + 1),
    DD: pad(shifted.getUTCDate()),
    D: String(shifted.getUTCDate()),
    dddd: DAYS[shifted.getUTCDay()] ?? '',
    ddd: DAYS[shifted.getUTCDay()]?.slice(0, 3) ?? '',
    HH: pad(hour),
    H: String(hour),
    hh: pad(hour % 12 || 12),
    h: String(hour % 12 || 12),
    mm: pad(shifted.getUTCMinutes()),
    m: String(shifted.getUTCMinutes()),
    ss: pad(shifted.getUTCSeconds()),
    s: String(shifted.getUTCSeconds()),
    SSS: pad(shifted.getUTCMilliseconds(), 3),
    A: hour < 12 ? 'AM' : 'PM',
    a: hour < 12 ? 'am' : 'pm',
    ZZ: zone(''),
    Z: zone(':'),
    X: String(Math.floor(date.getTime() / 1000)),
    x: String(date.getTime()),
  };
  return format.replace(
    /\[([^\]]*)\]|YYYY|YY|M{1,4}|D{1,2}|d{3,4}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|SSS|ZZ|Z|A|a|X|x/g,
    (token, literal?: string) => literal ?? values[token] ?? token,
  );
}
