import { WriteStream } from 'node:tty';
import { describe, expect, test, vi } from 'vitest';
import type { FlowSummary } from '../flow/summary.ts';
import { listLine, runLine, wantsColors } from './flow-line.ts';

const begun = {
  id: 12,
  method: 'GET',
  url: 'https://api.example.com/users?page=2',
  host: 'api.example.com',
  startedAt: '2026-01-02T03:04:05.678Z',
  decrypted: true,
  app: 'Some Browser',
  tags: [],
};
const completed: FlowSummary = {
  ...begun,
  state: 'completed',
  status: 200,
  responseSize: 1234,
  contentType: 'application/json',
  durationMs: 12.34,
};
const pending: FlowSummary = { ...begun, state: 'pending' };
const failed: FlowSummary = {
  ...begun,
  state: 'failed',
  app: null,
  durationMs: 3,
  error: 'The server could not be reached: api.example.com:443: connection refused (ECONNREFUSED)',
};
const tunneled: FlowSummary = {
  ...begun,
  method: 'CONNECT',
  url: 'https://api.example.com',
  state: 'tunneled',
  decrypted: false,
  durationMs: 60_000,
};

describe('list', () => {
  test.each([
    [completed, '#12 200 GET [Some Browser] https://api.example.com/users?page=2 12ms'],
    [pending, '#12 - GET [Some Browser] https://api.example.com/users?page=2 -'],
    [failed, '#12 ERR GET [?] https://api.example.com/users?page=2 3ms'],
    [{ ...failed, status: 200 }, '#12 ERR GET [?] https://api.example.com/users?page=2 3ms'],
    [tunneled, '#12 TUN CONNECT [Some Browser] https://api.example.com 60000ms'],
    [
      { ...completed, grpcStatus: 'NOT_FOUND' },
      '#12 200/NOT_FOUND GET [Some Browser] https://api.example.com/users?page=2 12ms',
    ],
    [{ ...tunneled, durationMs: undefined }, '#12 TUN CONNECT [Some Browser] https://api.example.com -'],
  ])('%#', (flow, line) => {
    expect(listLine(flow as FlowSummary, false)).toBe(line);
  });
});

describe('run', () => {
  test.each([
    [completed, '#12 [Some Browser] 200 GET https://api.example.com/users?page=2 12ms 1.2kB 🔒'],
    [
      { ...completed, decrypted: false, app: null, responseSize: 0, durationMs: 0.4 },
      '#12 [?] 200 GET https://api.example.com/users?page=2 0ms 0B',
    ],
    [
      failed,
      '#12 [?] ERR GET https://api.example.com/users?page=2 3ms 🔒\n    The server could not be reached: api.example.com:443: connection refused (ECONNREFUSED)',
    ],
    [tunneled, '#12 [Some Browser] TUN CONNECT https://api.example.com 60000ms'],
  ])('%#', (flow, line) => {
    expect(runLine(flow, false)).toBe(line);
  });

  test.each([
    [999, '999B'],
    [1000, '1.0kB'],
    [9949, '9.9kB'],
    [9951, '10kB'],
    [123_456, '123kB'],
    [10 * 1024 * 1024, '10MB'],
    [5_400_000_000, '5.4GB'],
    [7e15, '7000000GB'],
  ])('%i bytes are %s', (responseSize, size) => {
    expect(runLine({ ...completed, responseSize, decrypted: false }, false)).toMatch(new RegExp(` ${size}$`));
  });
});

describe('what strangers sent', () => {
  const hostile: FlowSummary = {
    ...failed,
    method: 'G\x1bT',
    url: 'http://h/\x1b[2J\x07\x9b31m\r\n\x7f',
    app: 'a\x1b]0;title\x07',
    error: 'line one\nline two\x1b[1A',
  };

  test('cannot steer the terminal', () => {
    expect(listLine(hostile, false)).toBe(
      '#12 ERR G\\x1bT [a\\x1b]0;title\\x07] http://h/\\x1b[2J\\x07\\x9b31m\\x0d\\x0a\\x7f 3ms',
    );
    expect(runLine(hostile, false).split('\n')).toHaveLength(2);
    expect(runLine(hostile, false)).toContain('\n    line one\\x0aline two\\x1b[1A');
    expect(runLine(hostile, true).replaceAll(/\x1b\[\d+m/g, '')).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
  });
});

describe('colours', () => {
  test('the status has them, the words stay', () => {
    const red = '\x1b[31m';
    const green = '\x1b[32m';
    const yellow = '\x1b[33m';
    expect(listLine(completed, true)).toContain(`${green}200`);
    expect(listLine({ ...completed, status: 404 }, true)).toContain(`${yellow}404`);
    expect(listLine({ ...completed, status: 500 }, true)).toContain(`${red}500`);
    const applicationError = { type: 'graphql', message: 'Not authorized' } as const;
    expect(listLine({ ...completed, applicationError }, true)).toContain(`${red}200/error`);
    expect(listLine({ ...completed, grpcStatus: 'NOT_FOUND' }, true)).toContain(`${red}200/NOT_FOUND`);
    expect(listLine({ ...completed, grpcStatus: 'OK' }, true)).toContain(`${green}200/OK`);
    expect(runLine(failed, true)).toContain(`${red}The server could not be reached`);
    expect(runLine(failed, true).replaceAll(/\x1b\[\d+m/g, '')).toBe(runLine(failed, false));
  });

  test.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { TERM: 'dumb' }, false],
    [false, { FORCE_COLOR: '1' }, false],
  ])('terminal: %s, environment %j: %s', (isTTY, env, expected) => {
    const names = ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS', 'TMUX', 'CI'];
    for (const name of names) vi.stubEnv(name, undefined);
    vi.stubEnv('TERM', 'xterm-256color');
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const terminal = Object.create(WriteStream.prototype) as WriteStream;
    expect(wantsColors(Object.defineProperty(terminal, 'isTTY', { value: isTTY }))).toBe(expected);
    vi.unstubAllEnvs();
  });
});
