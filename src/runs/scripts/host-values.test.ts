// Values that the host lends to the engine: formats of languages and regions, and Web Crypto. Node's own results are the
// right ones.
import { afterAll, expect, test } from 'vitest';
import { ScriptRunner } from './index.ts';
import { runTask } from '../../../test/helpers/script-tasks.ts';

const runner = new ScriptRunner({ threads: 1, limits: { timeoutMs: 20_000, waitMs: 20_000 } });
afterAll(() => runner.close());

/** Expressions, of which some throw. */
const EXPRESSIONS = [
  `['a', 'z', 'ä', 'B', 'a b'].sort((a, b) => a.localeCompare(b)).join()`,
  `['z', 'ä', 'a'].sort(new Intl.Collator('sv').compare).join()`,
  `'a'.localeCompare('B') + 'a'.localeCompare('A', 'de', { sensitivity: 'base' }) + 'x\\0'.localeCompare('x\\0y')`,
  `['10', '9'].sort(new Intl.Collator(undefined, { numeric: true }).compare).join()`,
  `(1234567.891).toLocaleString() + (1234.5).toLocaleString('de-DE') + NaN.toLocaleString() + (-0).toLocaleString()`,
  `(1234.5).toLocaleString('en-US', { style: 'currency', currency: 'EUR' }) + (12n ** 20n).toLocaleString('en')`,
  `new Intl.NumberFormat('de-DE').format(1234.5) + Intl.NumberFormat('hi').format(1e9)`,
  `JSON.stringify(new Intl.NumberFormat('en', { notation: 'compact' }).formatToParts(12345))`,
  `[1, 2].map(new Intl.NumberFormat('fr', { minimumFractionDigits: 1 }).format).join()`,
  `[1234.5, new Date(0), null, 'x'].toLocaleString('de-DE', { timeZone: 'UTC' })`,
  `new Date(0).toLocaleDateString('de-DE', { timeZone: 'UTC' })`,
  `new Date(0).toLocaleTimeString('en-US', { timeZone: 'Asia/Tokyo' }) + new Date(0).toLocaleString('en-GB', { timeZone: 'UTC' })`,
  `new Date(0).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }) + new Date(NaN).toLocaleString()`,
  `new Date(0).toLocaleDateString('en', { dateStyle: 'full', timeZone: 'UTC' })`,
  `new Date(1e12).toLocaleString() + new Date(1e12).toLocaleDateString() + new Date(1e12).toLocaleTimeString()`,
  `new Intl.DateTimeFormat('ja', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(0))`,
  `new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).formatRange(new Date(0), new Date(1e10))`,
  `new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).formatToParts(0).map(({ type, value }) => type + value).join()`,
  `typeof Intl.DateTimeFormat().resolvedOptions().timeZone + Intl.DateTimeFormat().resolvedOptions().timeZone`,
  `new Intl.PluralRules('pl').select(3) + new Intl.PluralRules('en', { type: 'ordinal' }).select(2)`,
  `new Intl.RelativeTimeFormat('es', { numeric: 'auto' }).format(-1, 'day')`,
  `new Intl.ListFormat('en', { type: 'conjunction' }).format(['a', 'b', 'c'])`,
  `new Intl.DisplayNames('de', { type: 'region' }).of('US')`,
  `[...new Intl.Segmenter('en', { granularity: 'word' }).segment('Hi there.')].map(({ segment }) => segment).join('|')`,
  `new Intl.Segmenter('en').segment('añb').containing(1).segment`,
  `new Intl.Locale('de-Latn-DE-u-nu-latn').language + new Intl.Locale('en').maximize() + new Intl.Locale('zh', { region: 'TW' })`,
  `Intl.getCanonicalLocales('EN-us').join() + Intl.NumberFormat.supportedLocalesOf(['de', 'xx']).join()`,
  `Intl.supportedValuesOf('unit').includes('hour') + String(Intl)`,
  `'istanbul'.toLocaleUpperCase('tr') + 'I'.toLocaleLowerCase('tr') + 'ß'.toLocaleUpperCase()`,
  `new Intl.NumberFormat('not a locale')`,
  `new Intl.NumberFormat('en', { style: 'currency' })`,
  `new Intl.DateTimeFormat('en').format(NaN)`,
  `String(new Intl.Collator()) + typeof Intl.Collator + new Intl.Collator('de').resolvedOptions().locale`,
];

/** Returns the value, or the error with its name, as a text. */
const shownBy = (expression: string): string =>
  `(() => { try { return String(${expression}); } catch (error) { return error.name + ': ' + error.message; } })()`;

test.each(EXPRESSIONS)('%s', async (expression) => {
  // eslint-disable-next-line no-eval -- what Node says is the right value
  const expected = (0, eval)(shownBy(expression)) as string;
  const { console: lines } = await runTask(runner, `console.log(${shownBy(expression)})`);
  expect(lines.map(({ text }) => text)).toEqual([expected]);
});

test('a large list is sorted by language in time', async () => {
  const script = `const words = Array.from({ length: 5000 }, (_, at) => 'w' + (at * 7919) % 5000);
    words.sort((a, b) => a.localeCompare(b));
    console.log(words[0], words.at(-1));`;
  const { console: lines, error } = await runTask(runner, script);
  expect(error).toBeNull();
  expect(lines.map(({ text }) => text)).toEqual(['w0 w999']);
});

const KEY = `const hex = (data) => [...new Uint8Array(data)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const bytes = (text) => new TextEncoder().encode(text);
  const raw = (name, usages, more = {}) => crypto.subtle.importKey('raw', bytes('0123456789abcdef'), { name, ...more }, true, usages);`;

/** Bodies of async functions, each with a text as its result. */
const OPERATIONS = [
  `return hex(await crypto.subtle.digest('SHA-384', bytes('a')))`,
  `const key = await raw('HMAC', ['sign', 'verify'], { hash: 'SHA-256' });
   const signed = await crypto.subtle.sign('HMAC', key, bytes('text'));
   return hex(signed) + await crypto.subtle.verify('HMAC', key, signed, bytes('text'))`,
  `const key = await raw('AES-GCM', ['encrypt', 'decrypt']);
   const given = { name: 'AES-GCM', iv: bytes('123456789012'), additionalData: bytes('more') };
   const secret = await crypto.subtle.encrypt(given, key, bytes('text'));
   return hex(secret) + new TextDecoder().decode(await crypto.subtle.decrypt(given, key, secret))`,
  `const key = await raw('AES-CBC', ['encrypt']);
   return hex(await crypto.subtle.encrypt({ name: 'AES-CBC', iv: bytes('1234567890123456') }, key, bytes('text')))`,
  `const key = await crypto.subtle.importKey('raw', bytes('password'), 'PBKDF2', false, ['deriveBits', 'deriveKey']);
   const given = { name: 'PBKDF2', hash: 'SHA-256', salt: bytes('salt'), iterations: 1000 };
   const made = await crypto.subtle.deriveKey(given, key, { name: 'AES-GCM', length: 256 }, true, ['encrypt']);
   return hex(await crypto.subtle.deriveBits(given, key, 128)) + hex(await crypto.subtle.exportKey('raw', made)) + key.extractable`,
  `const key = await crypto.subtle.importKey('raw', bytes('input'), 'HKDF', false, ['deriveBits']);
   return hex(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: bytes('s'), info: bytes('i') }, key, 256))`,
  `const { publicKey, privateKey } = await crypto.subtle.generateKey({ name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, true, ['sign', 'verify']);
   const signed = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, bytes('a'));
   const { kty, alg, ext, key_ops } = await crypto.subtle.exportKey('jwk', publicKey);
   return [signed.byteLength, await crypto.subtle.verify('RSASSA-PKCS1-v1_5', publicKey, signed, bytes('a')), kty, alg, ext, key_ops, hex(publicKey.algorithm.publicExponent), privateKey.type, privateKey.usages].join()`,
  `const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
   const given = { name: 'ECDSA', hash: 'SHA-256' };
   const signed = await crypto.subtle.sign(given, pair.privateKey, bytes('a'));
   return [signed.byteLength, await crypto.subtle.verify(given, pair.publicKey, signed, bytes('b')), pair.publicKey.extractable, pair.privateKey.extractable].join()`,
  `const [one, two] = [await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']), await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])];
   const shared = await Promise.all([[one, two], [two, one]].map(([mine, other]) => crypto.subtle.deriveBits({ name: 'ECDH', public: other.publicKey }, mine.privateKey, 256)));
   return String(hex(shared[0]) === hex(shared[1]))`,
  `const wrapping = await raw('AES-KW', ['wrapKey', 'unwrapKey']);
   const key = await raw('HMAC', ['sign'], { hash: 'SHA-1' });
   const wrapped = await crypto.subtle.wrapKey('raw', key, wrapping, 'AES-KW');
   const back = await crypto.subtle.unwrapKey('raw', wrapped, wrapping, 'AES-KW', { name: 'HMAC', hash: 'SHA-1' }, true, ['sign']);
   return hex(wrapped) + hex(await crypto.subtle.exportKey('raw', back))`,
  `const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt']);
   return await crypto.subtle.exportKey('raw', key).catch((error) => error.name)`,
  `return await crypto.subtle.importKey('raw', bytes('abc'), 'AES-GCM', true, ['encrypt']).catch((error) => error.name)`,
  `return [typeof performance.now(), performance.timeOrigin > 1e12, performance.now() <= performance.now()].join()`,
];

test.each(OPERATIONS)('%s', async (operation) => {
  // eslint-disable-next-line no-eval -- what Node says is the right value
  const expected = await ((0, eval)(`(async () => { ${KEY} ${operation} })`) as () => Promise<string>)();
  const { console: lines, error } = await runTask(
    runner,
    `const work = async () => { ${KEY} ${operation} };\nconsole.log(await work());`,
  );
  expect(error).toBeNull();
  expect(lines.map(({ text }) => text)).toEqual([expected]);
});
