import { expect, test } from 'vitest';
import { count, portNumber, requestId } from './options.ts';

test.each([
  ['1', 1],
  ['9090', 9090],
  ['65535', 65535],
])('port %s', (text, port) => {
  expect(portNumber('--port', text)).toBe(port);
});

test.each(['0', '65536', '-1', '80.5', '1e3', '', ' 80', 'http', '0x50', '9'.repeat(20)])(
  'port %j is refused',
  (text) => {
    expect(() => portNumber('--port', text)).toThrow(
      `--port ${JSON.stringify(text)} is not a port: give a number from 1 to 65535`,
    );
  },
);

test.each([
  ['0', 0],
  ['50', 50],
])('count %s', (text, number) => {
  expect(count('--limit', text)).toBe(number);
});

test.each(['-1', '1.5', '', 'all', '9'.repeat(20)])('count %j is refused', (text) => {
  expect(() => count('--limit', text)).toThrow(
    `--limit ${JSON.stringify(text)} is not a number: give a whole number of 0 or more`,
  );
});

test.each([
  ['12', 12],
  ['#12', 12],
])('id %s', (text, id) => {
  expect(requestId(text)).toBe(id);
});

test.each(['', '#', 'abc', '-3', '../status', '1/replay', '##1'])('id %j is refused', (text) => {
  expect(() => requestId(text)).toThrow(`${JSON.stringify(text)} is not the id of a request`);
});
