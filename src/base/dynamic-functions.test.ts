import { expect, test } from 'vitest';
import { dynamicValue } from './dynamic-variables.ts';

test.each([
  ['uuid', /^[\da-f]{8}-/],
  ['randomInt 5 6', /^5$/],
  ['randomInt -3 -2', /^-3$/],
  ['random.integer(7, 8)', /^7$/],
  ['random.float 1 1', /^1$/],
  ['random.alphabetic(8)', /^[a-zA-Z]{8}$/],
  ['random.hexadecimal 4', /^[\da-f]{4}$/],
  ['random.email', /@/],
  ['timestamp', /^\d{10}$/],
  ['isoTimestamp', /^\d{4}-\d\d-\d\dT.*Z$/],
  ['datetime rfc1123', /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/],
  ['datetime iso8601', /^\d{4}-\d\d-\d\dT.*Z$/],
  ['datetime "DD.MM.YYYY [at] HH:mm"', /^\d\d\.\d\d\.\d{4} at \d\d:\d\d$/],
  ['localDatetime "YYYY-MM-DD Z"', /^\d{4}-\d\d-\d\d [+-]\d\d:\d\d$/],
])('$%s', (name, pattern) => {
  expect(dynamicValue(name)).toMatch(pattern);
});

test('an offset moves the time', () => {
  const now = Math.floor(Date.now() / 1000);
  expect(Math.abs(Number(dynamicValue('timestamp -1 d')) - (now - 86_400))).toBeLessThan(10);
  expect(Number(dynamicValue("datetime 'YYYY' 3 y"))).toBe(new Date().getUTCFullYear() + 3);
});

test.each([
  'randomInt a b',
  'randomInt 3 1',
  'random.alphabetic x',
  'timestamp 1 q',
  'random.nothing',
  'constructor',
  'toString 1',
])('$%s has no value', (name) => {
  expect(dynamicValue(name)).toBeUndefined();
});
