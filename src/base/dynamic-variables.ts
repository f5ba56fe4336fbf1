// Dynamic variables such as `{{$guid}}`, as in Postman
// (https://learning.postman.com/docs/tests-and-scripts/write-scripts/variables-list/). Each use has a new value.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { dynamicFunctionValue } from './dynamic-functions.ts';
import * as words from './fake-words.ts';

/** Generates the value of a dynamic variable; undefined for an unknown name. The name has no dollar sign. */
export function dynamicValue(name: string): string | undefined {
  return Object.hasOwn(VALUES, name) ? VALUES[name]?.() : dynamicFunctionValue(name, namedValue);
}

function namedValue(name: string): string | undefined {
  return VALUES[name]?.();
}

export function dynamicNames(): readonly string[] {
  return Object.keys(VALUES);
}

type Generate = () => string;

/** Returns a random integer from `min` to `max`, both included. */
function between(min: number, max: number): number {
  return randomInt(min, max + 1);
}

function pickOne<T>(of: readonly T[]): T {
  return of[randomInt(of.length)]!;
}

function times(count: number, generate: Generate, glue = ''): string {
  return Array.from({ length: count }, generate).join(glue);
}

const from =
  (of: readonly string[]): Generate =>
  () =>
    pickOne(of);
const digits = (count: number): string => times(count, () => String(randomInt(10)));
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const ALPHANUMERIC = 'abcdefghijklmnopqrstuvwxyz0123456789';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const chars = (count: number, of: string): string => times(count, () => of.charAt(randomInt(of.length)));
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const DAY_MS = 86_400_000;
const dateWithin = (min: number, max: number): string =>
  new Date(Date.now() + between(Math.round(min / 1000), Math.round(max / 1000)) * 1000).toISOString();

const firstName = from(words.FIRST_NAMES);
const lastName = from(words.LAST_NAMES);
const loremWord = from(words.LOREM);
const sentence = (): string => `${capital(times(between(3, 10), loremWord, ' '))}.`;
const sentences = (): string => times(between(2, 6), sentence, ' ');
const paragraph = (): string => times(between(3, 6), sentence, ' ');
const userName = (): string => `${firstName()}${pickOne(['.', '_', ''])}${lastName()}${randomInt(100)}`;
const domainWord = (): string => lastName().toLowerCase();
const domainName = (): string => `${domainWord()}.${pickOne(words.DOMAIN_SUFFIXES)}`;
const word = (): string => pickOne([...words.NOUNS, ...words.ADJECTIVES]).split(' ')[0] ?? '';
const fileStem = (): string => times(between(1, 3), word, '_').replaceAll('-', '_').toLowerCase();
const anyFile = (): (typeof words.FILES)[number] => pickOne(words.FILES);
const commonFile = (): (typeof words.FILES)[number] => pickOne(words.FILES.slice(0, words.COMMON_FILES));
const jobTitle = (): string =>
  `${pickOne(words.JOB_DESCRIPTORS)} ${pickOne(words.JOB_AREAS)} ${pickOne(words.JOB_TYPES)}`;
const image =
  (kind: string): Generate =>
  () =>
    `https://loremflickr.com/640/480${kind === '' ? '' : `/${kind}`}`;

const VALUES: Readonly<Record<string, Generate>> = {
  guid: () => randomUUID(),
  timestamp: () => String(Math.floor(Date.now() / 1000)),
  isoTimestamp: () => new Date().toISOString(),
  randomUUID: () => randomUUID(),

  randomAlphaNumeric: () => chars(1, ALPHANUMERIC),
  randomBoolean: () => String(randomInt(2) === 1),
  randomInt: () => String(between(0, 1000)),
  randomColor: from(words.COLORS),
  randomHexColor: () => `#${hex(3)}`,
  randomAbbreviation: from(words.ABBREVIATIONS),

  randomIP: () => times(4, () => String(randomInt(256)), '.'),
  randomIPV6: () => times(8, () => hex(2), ':'),
  randomMACAddress: () => times(6, () => hex(1), ':'),
  randomPassword: () => chars(15, `${ALPHANUMERIC}ABCDEFGHIJKLMNOPQRSTUVWXYZ_`),
  randomLocale: from(words.LOCALES),
  randomUserAgent: () =>
    `Mozilla/5.0 (X11; Linux x86_64; rv:${between(100, 140)}.0) Gecko/20100101 Firefox/${between(100, 140)}.0`,
  randomProtocol: from(['http', 'https']),
  randomSemver: () => times(3, () => String(randomInt(10)), '.'),

  randomFirstName: firstName,
  randomLastName: lastName,
  randomFullName: () => `${firstName()} ${lastName()}`,
  randomNamePrefix: from(words.NAME_PREFIXES),
  randomNameSuffix: from(words.NAME_SUFFIXES),
  randomJobArea: from(words.JOB_AREAS),
  randomJobDescriptor: from(words.JOB_DESCRIPTORS),
  randomJobTitle: jobTitle,
  randomJobType: from(words.JOB_TYPES),

  randomPhoneNumber: () => `${digits(3)}-${digits(3)}-${digits(4)}`,
  randomPhoneNumberExt: () => `${digits(2)}-${digits(3)}-${digits(3)}-${digits(4)}`,
  randomCity: from(words.CITIES),
  randomStreetName: from(words.STREETS),
  randomStreetAddress: () => `${between(1, 9999)} ${pickOne(words.STREETS)}`,
  randomCountry: () => pickOne(words.COUNTRIES)[1],
  randomCountryCode: () => pickOne(words.COUNTRIES)[0],
  randomLatitude: () => (between(-900_000, 900_000) / 10_000).toFixed(4),
  randomLongitude: () => (between(-1_800_000, 1_800_000) / 10_000).toFixed(4),

  randomAvatarImage: () => `https://i.pravatar.cc/128?u=${hex(4)}`,
  randomImageUrl: image(''),
  randomAbstractImage: image('abstract'),
  randomAnimalsImage: image('animals'),
  randomBusinessImage: image('business'),
  randomCatsImage: image('cats'),
  randomCityImage: image('city'),
  randomFoodImage: image('food'),
  randomNightlifeImage: image('nightlife'),
  randomFashionImage: image('fashion'),
  randomPeopleImage: image('people'),
  randomNatureImage: image('nature'),
  randomSportsImage: image('sports'),
  randomTransportImage: image('transport'),
  randomImageDataUri: () =>
    `data:image/svg+xml;charset=UTF-8,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="100%" height="100%" fill="#${hex(3)}"/></svg>`)}`,

  randomBankAccount: () => digits(8),
  randomBankAccountName: from(words.ACCOUNT_NAMES),
  randomCreditCardMask: () => digits(4),
  randomBankAccountBic: () =>
    `${chars(4, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')}${pickOne(words.COUNTRIES)[0]}${digits(2)}`,
  randomBankAccountIban: () => `${pickOne(words.COUNTRIES)[0]}${digits(2)}${digits(18)}`,
  randomTransactionType: from(words.TRANSACTION_TYPES),
  randomCurrencyCode: () => pickOne(words.CURRENCIES).code,
  randomCurrencyName: () => pickOne(words.CURRENCIES).name,
  randomCurrencySymbol: () => pickOne(words.CURRENCIES).symbol,
  randomBitcoin: () => `${pickOne(['1', '3'])}${chars(between(25, 33), BASE58)}`,

  randomCompanyName: () => `${lastName()} ${pickOne(words.COMPANY_SUFFIXES)}`,
  randomCompanySuffix: from(words.COMPANY_SUFFIXES),
  randomBs: () => `${pickOne(words.BS_VERBS)} ${pickOne(words.BS_ADJECTIVES)} ${pickOne(words.BS_NOUNS)}`,
  randomBsAdjective: from(words.BS_ADJECTIVES),
  randomBsBuzz: from(words.BS_VERBS),
  randomBsNoun: from(words.BS_NOUNS),
  randomCatchPhrase: () =>
    `${pickOne(words.CATCH_ADJECTIVES)} ${pickOne(words.CATCH_DESCRIPTORS)} ${pickOne(words.CATCH_NOUNS)}`,
  randomCatchPhraseAdjective: from(words.CATCH_ADJECTIVES),
  randomCatchPhraseDescriptor: from(words.CATCH_DESCRIPTORS),
  randomCatchPhraseNoun: from(words.CATCH_NOUNS),

  randomDatabaseColumn: from(words.DATABASE_COLUMNS),
  randomDatabaseType: from(words.DATABASE_TYPES),
  randomDatabaseCollation: from(words.DATABASE_COLLATIONS),
  randomDatabaseEngine: from(words.DATABASE_ENGINES),

  randomDateFuture: () => dateWithin(1000, 365 * DAY_MS),
  randomDatePast: () => dateWithin(-365 * DAY_MS, -1000),
  randomDateRecent: () => dateWithin(-DAY_MS, -1000),
  randomMonth: from(words.MONTHS),
  randomWeekday: from(words.WEEKDAYS),

  randomDomainName: domainName,
  randomDomainSuffix: from(words.DOMAIN_SUFFIXES),
  randomDomainWord: domainWord,
  randomEmail: () => `${userName()}@${pickOne(words.FREE_MAIL)}`,
  randomExampleEmail: () => `${userName()}@example.${pickOne(['com', 'net', 'org'])}`,
  randomUserName: userName,
  randomUrl: () => `${pickOne(['http', 'https'])}://${domainName()}`,

  randomFileName: () => `${fileStem()}.${anyFile().extension}`,
  randomFileType: () => anyFile().type.split('/')[0] ?? '',
  randomFileExt: () => anyFile().extension,
  randomCommonFileName: () => `${fileStem()}.${commonFile().extension}`,
  randomCommonFileType: () => commonFile().type.split('/')[0] ?? '',
  randomCommonFileExt: () => commonFile().extension,
  randomFilePath: () => `${pickOne(words.DIRECTORIES)}/${fileStem()}.${anyFile().extension}`,
  randomDirectoryPath: from(words.DIRECTORIES),
  randomMimeType: () => anyFile().type,

  randomPrice: () => `${randomInt(1000)}.${digits(2)}`,
  randomProduct: from(words.PRODUCTS),
  randomProductAdjective: from(words.PRODUCT_ADJECTIVES),
  randomProductMaterial: from(words.MATERIALS),
  randomProductName: () =>
    `${pickOne(words.PRODUCT_ADJECTIVES)} ${pickOne(words.MATERIALS)} ${pickOne(words.PRODUCTS)}`,
  randomDepartment: from(words.DEPARTMENTS),

  randomNoun: from(words.NOUNS),
  randomVerb: from(words.VERBS),
  randomIngverb: from(words.ING_VERBS),
  randomAdjective: from(words.ADJECTIVES),
  randomWord: word,
  randomWords: () => times(between(2, 4), word, ' '),
  randomPhrase: () =>
    `If we ${pickOne(words.VERBS)} the ${pickOne(words.NOUNS)}, we can get to the ${pickOne(words.ABBREVIATIONS)} ${pickOne(words.NOUNS)} through the ${pickOne(words.ADJECTIVES)} ${pickOne(words.ABBREVIATIONS)} ${pickOne(words.NOUNS)}!`,

  randomLoremWord: loremWord,
  randomLoremWords: () => times(3, loremWord, ' '),
  randomLoremSentence: sentence,
  randomLoremSentences: sentences,
  randomLoremParagraph: paragraph,
  randomLoremParagraphs: () => times(3, paragraph, '\n'),
  randomLoremText: () => pickOne([sentence, sentences, paragraph])(),
  randomLoremSlug: () => times(3, loremWord, '-'),
  randomLoremLines: () => times(between(1, 5), sentence, '\n'),
};
