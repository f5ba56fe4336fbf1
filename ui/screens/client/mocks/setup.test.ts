import { expect, test } from 'vitest';
import { completed } from '../../../state/preferences.ts';
import {
  delayText,
  isSetup,
  mockCommand,
  parseDelay,
  parsePort,
  startParams,
  type MockSetup,
} from './setup.ts';

const SETUP: MockSetup = {
  source: 'collection',
  collection: 'shop-id',
  spec: 'spec-id',
  environment: '',
  validate: false,
  onlyLog: false,
  keepsPassed: false,
  failPercent: '',
  failStatus: '503',
  stateful: true,
  https: false,
  dynamic: false,
  seed: '',
  passesOn: false,
  proxy: '',
  proxyChanges: false,
  callbacks: false,
  delay: '',
  port: '',
};

test.each([
  ['', { delayMs: 0, maxDelayMs: 0 }],
  ['200', { delayMs: 200, maxDelayMs: 200 }],
  [' 100 – 300 ', { delayMs: 100, maxDelayMs: 300 }],
  ['300-100', null],
  ['9999999', null],
  ['soon', null],
  ['-5', null],
])('the delay %j', (text, expected) => {
  expect(parseDelay(text)).toEqual(expected);
});

test.each(['', '200', '100-300'])('the delay %j is shown as it was typed', (text) => {
  expect(delayText(parseDelay(text)!)).toBe(text);
});

test.each([
  ['', 0],
  ['4010', 4010],
  ['0', null],
  ['65536', null],
  ['40a', null],
])('the port %j', (text, expected) => {
  expect(parsePort(text)).toBe(expected);
});

test('what a mock server is started with, and the command for the same', () => {
  expect(startParams({ ...SETUP, port: '4010', delay: '5-9' })).toEqual({
    collection: 'shop-id',
    port: 4010,
    validate: false,
    stateful: true,
    https: false,
    delayMs: 5,
    maxDelayMs: 9,
  });
  expect(startParams({ ...SETUP, source: 'spec', environment: 'e' })).toMatchObject({
    spec: 'spec-id',
    environment: 'e',
  });
  expect(startParams({ ...SETUP, collection: '' })).toBeNull();
  expect(startParams({ ...SETUP, port: 'x' })).toBeNull();
  expect(
    mockCommand({ ...SETUP, https: true, delay: '5 – 9' }, { name: "Bo's API", environment: 'Staging' }),
  ).toBe("proxyctl mock 'Bo'\\''s API' -e Staging --delay 5-9 --https --stateful");
});

test('requests are only logged, a share fails, what comes back is kept', () => {
  const setup: MockSetup = {
    ...SETUP,
    validate: true,
    onlyLog: true,
    passesOn: true,
    proxy: 'https://api.example',
    keepsPassed: true,
    failPercent: '2,5',
    failStatus: '504',
  };
  expect(startParams(setup)).toMatchObject({
    validate: true,
    onlyLog: true,
    keepsPassed: true,
    failPercent: 2.5,
    failStatus: 504,
  });
  expect(mockCommand(setup, { name: 'Shop', environment: '' })).toBe(
    "proxyctl mock Shop --only-log --fail-rate 2.5 --fail-status 504 --stateful --proxy 'https://api.example' --proxy-save",
  );
  expect(startParams({ ...setup, source: 'spec' })).toMatchObject({ spec: 'spec-id', keepsPassed: true });
  for (const wrong of [{ failPercent: '101' }, { failPercent: 'x' }, { failStatus: '200' }])
    expect(startParams({ ...setup, ...wrong })).toBeNull();
});

test('a collection with a spec beside it, made values, and a server behind', () => {
  const setup: MockSetup = {
    ...SETUP,
    source: 'both',
    dynamic: true,
    seed: ' 7 ',
    passesOn: true,
    proxy: 'https://api.example/v1',
    callbacks: true,
  };
  expect(startParams(setup)).toMatchObject({
    collection: 'shop-id',
    spec: 'spec-id',
    dynamic: true,
    seed: '7',
    proxy: 'https://api.example/v1',
    callbacks: true,
  });
  expect(startParams({ ...setup, proxy: 'api.example' })).toBeNull();
  expect(startParams({ ...setup, spec: '' })).toBeNull();
  expect(
    mockCommand({ ...setup, proxyChanges: true }, { name: 'Shop', spec: 'specs/shop.yaml', environment: '' }),
  ).toBe(
    "proxyctl mock Shop --spec specs/shop.yaml --stateful --dynamic --seed 7 --proxy 'https://api.example/v1' --proxy-changes --callbacks",
  );
});

test('a set-up that an older version has stored gets the fields that it lacks', () => {
  const { keepsPassed: _, ...older } = { ...SETUP, proxy: 'https://a.example', source: 'gone', former: 1 };
  expect(completed(SETUP, isSetup)(older)).toEqual({ ...SETUP, proxy: 'https://a.example' });
  expect(completed(SETUP, isSetup)(null)).toBeNull();
});
