// Dynamic variables: `{{$guid}}` and the others that Postman has
// (https://learning.postman.com/docs/tests-and-scripts/write-scripts/variables-list/), another value each time.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import * as words from './fake-words.ts';

/** The value of a dynamic variable, named without its dollar sign; undefined when there is none of that name. */
export function dynamicValue(name: string): string | undefined {
  return Object.hasOwn(VALUES, name) ? VALUES[name]?.() : undefined;
}

export function dynamicNames(): readonly string[] {
  return Object.keys(VALUES);
}

type Make = () => string;

/** Both ends may come. */
function between(min: number, max: number): number {
  return randomInt(min, max + 1);
}

function one<T>(of: readonly T[]): T {
  return of[randomInt(of.length)]!;
}

function times(count: number, make: Make, glue = ''): string {
  return Array.from({ length: count }, make).join(glue);
}

const from =
  (of: readonly string[]): Make =>
  () =>
    one(of);
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
const userName = (): string => `${firstName()}${one(['.', '_', ''])}${lastName()}${randomInt(100)}`;
const domainWord = (): string => lastName().toLowerCase();
const domainName = (): string => `${domainWord()}.${one(words.DOMAIN_SUFFIXES)}`;
const word = (): string => one([...words.NOUNS, ...words.ADJECTIVES]).split(' ')[0] ?? '';
const fileStem = (): string => times(between(1, 3), word, '_').replaceAll('-', '_').toLowerCase();
const anyFile = (): (typeof words.FILES)[number] => one(words.FILES);
const commonFile = (): (typeof words.FILES)[number] => one(words.FILES.slice(0, words.COMMON_FILES));
const jobTitle = (): string =>
  `${one(words.JOB_DESCRIPTORS)} ${one(words.JOB_AREAS)} ${one(words.JOB_TYPES)}`;
const image =
  (kind: string): Make =>
  () =>
    `https://loremflickr.com/640/480${kind === '' ? '' : `/${kind}`}`;

const VALUES: Readonly<Record<string, Make>> = {
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
  randomStreetAddress: () => `${between(1, 9999)} ${one(words.STREETS)}`,
  randomCountry: () => one(words.COUNTRIES)[1],
  randomCountryCode: () => one(words.COUNTRIES)[0],
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
    `${chars(4, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')}${one(words.COUNTRIES)[0]}${digits(2)}`,
  randomBankAccountIban: () => `${one(words.COUNTRIES)[0]}${digits(2)}${digits(18)}`,
  randomTransactionType: from(words.TRANSACTION_TYPES),
  randomCurrencyCode: () => one(words.CURRENCIES).code,
  randomCurrencyName: () => one(words.CURRENCIES).name,
  randomCurrencySymbol: () => one(words.CURRENCIES).symbol,
  randomBitcoin: () => `${one(['1', '3'])}${chars(between(25, 33), BASE58)}`,

  randomCompanyName: () => `${lastName()} ${one(words.COMPANY_SUFFIXES)}`,
  randomCompanySuffix: from(words.COMPANY_SUFFIXES),
  randomBs: () => `${one(words.BS_VERBS)} ${one(words.BS_ADJECTIVES)} ${one(words.BS_NOUNS)}`,
  randomBsAdjective: from(words.BS_ADJECTIVES),
  randomBsBuzz: from(words.BS_VERBS),
  randomBsNoun: from(words.BS_NOUNS),
  randomCatchPhrase: () =>
    `${one(words.CATCH_ADJECTIVES)} ${one(words.CATCH_DESCRIPTORS)} ${one(words.CATCH_NOUNS)}`,
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
  randomEmail: () => `${userName()}@${one(words.FREE_MAIL)}`,
  randomExampleEmail: () => `${userName()}@example.${one(['com', 'net', 'org'])}`,
  randomUserName: userName,
  randomUrl: () => `${one(['http', 'https'])}://${domainName()}`,

  randomFileName: () => `${fileStem()}.${anyFile().extension}`,
  randomFileType: () => anyFile().type.split('/')[0] ?? '',
  randomFileExt: () => anyFile().extension,
  randomCommonFileName: () => `${fileStem()}.${commonFile().extension}`,
  randomCommonFileType: () => commonFile().type.split('/')[0] ?? '',
  randomCommonFileExt: () => commonFile().extension,
  randomFilePath: () => `${one(words.DIRECTORIES)}/${fileStem()}.${anyFile().extension}`,
  randomDirectoryPath: from(words.DIRECTORIES),
  randomMimeType: () => anyFile().type,

  randomPrice: () => `${randomInt(1000)}.${digits(2)}`,
  randomProduct: from(words.PRODUCTS),
  randomProductAdjective: from(words.PRODUCT_ADJECTIVES),
  randomProductMaterial: from(words.MATERIALS),
  randomProductName: () => `${one(words.PRODUCT_ADJECTIVES)} ${one(words.MATERIALS)} ${one(words.PRODUCTS)}`,
  randomDepartment: from(words.DEPARTMENTS),

  randomNoun: from(words.NOUNS),
  randomVerb: from(words.VERBS),
  randomIngverb: from(words.ING_VERBS),
  randomAdjective: from(words.ADJECTIVES),
  randomWord: word,
  randomWords: () => times(between(2, 4), word, ' '),
  randomPhrase: () =>
    `If we ${one(words.VERBS)} the ${one(words.NOUNS)}, we can get to the ${one(words.ABBREVIATIONS)} ${one(words.NOUNS)} through the ${one(words.ADJECTIVES)} ${one(words.ABBREVIATIONS)} ${one(words.NOUNS)}!`,

  randomLoremWord: loremWord,
  randomLoremWords: () => times(3, loremWord, ' '),
  randomLoremSentence: sentence,
  randomLoremSentences: sentences,
  randomLoremParagraph: paragraph,
  randomLoremParagraphs: () => times(3, paragraph, '\n'),
  randomLoremText: () => one([sentence, sentences, paragraph])(),
  randomLoremSlug: () => times(3, loremWord, '-'),
  randomLoremLines: () => times(between(1, 5), sentence, '\n'),
};
