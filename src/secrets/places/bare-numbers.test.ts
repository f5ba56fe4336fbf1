// Redacted JSON is still JSON of the same types, wherever the secrets are in it.
import { expect, test } from 'vitest';
import { bareNumber } from './bare-numbers.ts';
import { randomNumbers } from '../../../test/secrets/cases/generate.ts';
import { Redactor } from '../redaction/redactor.ts';

const card = '4111111111111111';
const text = (given: string): string => new Redactor().text(given);

test.each([
  [`{"pan":${card}}`, '{"pan":0}'],
  [`[ ${card} , ${card} ]`, '[ 0 , 0 ]'],
  [card, '0'],
  [`{"a":"{\\"pan\\":${card}}"}`, '{"a":"{\\"pan\\":0}"}'],
  [`pan: ${card}\nlist:\n  - ${card}\n`, 'pan: 0\nlist:\n  - 0\n'],
  [`<pan>${card}</pan>`, '<pan>0</pan>'],
  [`{"pan":"${card}"}`, '{"pan":"[redacted]"}'],
  [`card ${card}, paid`, 'card [redacted], paid'],
  [
    `{"card_pin":483920,"a":-483920,"b":12.483920,"c":"pin 483920"}`,
    '{"card_pin":0,"a":0,"b":0,"c":"pin [redacted]"}',
  ],
  [`{"pan":${card},"order":9${card}}`, '{"pan":0,"order":0}'],
])('%s', (given, expected) => {
  expect(text(given)).toBe(expected);
});

test('a number at the start of a part that was cut out is none', () => {
  const blanks = ' '.repeat(100);
  expect(bareNumber(`a${blanks}${card}`, 101, 117)).toBeNull();
  expect(bareNumber(`${card}-1`, 0, 16)).toBeNull();
});

const random = randomNumbers(11);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const names = [
  'pan',
  'card_pin',
  'password',
  'token',
  'otp',
  'a',
  'items',
  'name',
  'value',
  'api_key',
  'cvv',
  'secret',
];
const values = [
  Number(card),
  -Number(card),
  483920,
  12.48392,
  -0.5,
  7,
  card,
  'hunter22-Xy',
  `Bearer q7Zx9kQ2mVb71LpR4tYw9c`,
  'a "b"\n',
  '',
  true,
  null,
];

function randomJson(depth: number): unknown {
  const kind = depth > 4 ? 2 : Math.floor(random() * 4);
  const several = <T>(make: () => T): T[] => Array.from({ length: Math.floor(random() * 5) }, make);
  if (kind === 0) return several(() => randomJson(depth + 1));
  if (kind === 1) return Object.fromEntries(several(() => [pick(names), randomJson(depth + 1)]));
  return pick(values);
}

const typesIn = (json: string): string =>
  JSON.stringify(JSON.parse(json), (_, value: unknown) => (typeof value === 'object' ? value : typeof value));

test('JSON drawn at random stays JSON, and its types stay', () => {
  for (let round = 0; round < 500; round += 1) {
    const value = [randomJson(0), { card_pin: 483920, password: 'hunter22-Xy' }, randomJson(0)];
    const given = JSON.stringify(value, null, pick([0, 2]));
    const nested = JSON.stringify({ inner: given });
    expect(typesIn(text(given)), given).toBe(typesIn(given));
    const { inner } = JSON.parse(text(nested)) as { readonly inner: string };
    expect(typesIn(inner), given).toBe(typesIn(given));
  }
});
