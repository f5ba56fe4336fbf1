import { describe, expect, test } from 'vitest';
import { SocksServer, socksReply, type SocksResult, type SocksStep } from './server.ts';

const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex');
const nobody = (): SocksServer => new SocksServer(null);
const anna = (): SocksServer =>
  new SocksServer((name, secret) => name.toString() === 'anna' && secret.toString() === 'pw');

/** A transcript: what arrives, then the answers so far and how it ends. */
function talk(
  server: SocksServer,
  ...messages: readonly Buffer[]
): { answers: string; outcome: SocksStep['outcome'] } {
  let answers = '';
  let outcome: SocksStep['outcome'] = { type: 'more' };
  for (const message of messages) {
    const step = server.read(message);
    answers += step.reply.toString('hex');
    outcome = step.outcome;
  }
  return { answers, outcome };
}

const GREETING = hex('05 01 00');
const LOGIN = hex('01 04 616e6e61 02 7077');
const TO_IPV4 = hex('05 01 00 01 c0000201 0050');
const connect = (version: 4 | 5, host: string, port: number, rest = '') => ({
  type: 'connect',
  version,
  destination: { host, port },
  rest: Buffer.from(rest),
});

describe('SOCKS5', () => {
  test.each([
    ['IPv4', TO_IPV4, '192.0.2.1', 80],
    ['a name', Buffer.concat([hex('05 01 00 03 06'), Buffer.from('A.Test'), hex('01bb')]), 'a.test', 443],
    ['IPv6', hex('05 01 00 04 20010db8000000000000000000000001 1f90'), '2001:db8::1', 8080],
    ['IPv4 in IPv6', hex('05 01 00 04 00000000000000000000ffff7f000001 0050'), '::ffff:7f00:1', 80],
    [
      'an address as a name',
      Buffer.concat([hex('05 01 00 03 09'), Buffer.from('127.0.0.1'), hex('0050')]),
      '127.0.0.1',
      80,
    ],
  ])('takes %s', (_what, request, host, port) => {
    expect(talk(nobody(), GREETING, request)).toEqual({ answers: '0500', outcome: connect(5, host, port) });
  });

  test('takes everything at once, in single bytes, and leaves the rest', () => {
    const all = Buffer.concat([GREETING, TO_IPV4, Buffer.from('rest')]);
    expect(talk(nobody(), all).outcome).toEqual(connect(5, '192.0.2.1', 80, 'rest'));
    const bytes = [...all.subarray(0, -4)].map((byte) => Buffer.from([byte]));
    expect(talk(nobody(), ...bytes)).toEqual({ answers: '0500', outcome: connect(5, '192.0.2.1', 80) });
  });

  test('asks for a password where one is needed', () => {
    expect(talk(anna(), hex('05 02 00 02'), LOGIN, TO_IPV4)).toEqual({
      answers: '05020100',
      outcome: connect(5, '192.0.2.1', 80),
    });
    expect(talk(anna(), hex('05 01 02'), hex('01 04 616e6e61 02 7078'))).toMatchObject({
      answers: '05020101',
      outcome: { type: 'refused', reason: 'its username or password is wrong' },
    });
    expect(talk(anna(), hex('05 01 00'))).toMatchObject({
      answers: '05ff',
      outcome: { type: 'refused', reason: 'it offers no username and password' },
    });
  });

  test('takes any password where none is needed and the client insists', () => {
    expect(talk(nobody(), hex('05 01 02'), LOGIN, TO_IPV4)).toMatchObject({ answers: '05020100' });
    expect(talk(nobody(), hex('05 01 02'), hex('01 00 00'), TO_IPV4).outcome.type).toBe('connect');
  });

  test.each([
    ['BIND', '05 02 00 01 c0000201 0050', '07', 'BIND is not supported'],
    ['UDP ASSOCIATE', '05 03 00 01 c0000201 0050', '07', 'UDP ASSOCIATE is not supported'],
    ['an unknown command', '05 09 00 01 c0000201 0050', '07', 'command 9 is not supported'],
    ['an unknown type of address', '05 01 00 02 c0000201 0050', '08', 'address type 2'],
    ['port 0', '05 01 00 01 c0000201 0000', '01', 'its port is 0'],
    ['an empty name', '05 01 00 03 00 0050', '01', 'its host is neither'],
    ['a name with a line end', '05 01 00 03 03 610d0a 0050', '01', 'its host is neither'],
    ['a name with NUL', '05 01 00 03 02 6100 0050', '01', 'its host is neither'],
    ['a name with a slash', '05 01 00 03 03 612f62 0050', '01', 'its host is neither'],
    ['a request of SOCKS4', '04 01 0050 c0000201 00', '01', 'request of version 4'],
  ])('refuses %s', (_what, request, code, reason) => {
    const { answers, outcome } = talk(nobody(), GREETING, hex(request));
    expect(answers).toBe(`050005${code}0001000000000000`);
    expect(outcome).toMatchObject({ type: 'refused', reason: expect.stringContaining(reason) });
  });

  test.each([
    ['no method', '05 00', '05ff'],
    ['methods that are unknown', '05 02 01 80', '05ff'],
    ['a login of another version', '05 01 02 05', '05020101'],
    ['another version', '06', ''],
    ['HTTP', '47', ''],
  ])('refuses %s', (_what, bytes, answers) => {
    expect(talk(nobody(), hex(bytes))).toMatchObject({ answers, outcome: { type: 'refused' } });
  });
});

describe('SOCKS4', () => {
  test.each([
    ['an address', hex('04 01 0050 c0000201 00'), '192.0.2.1'],
    ['a user id', hex('04 01 0050 c0000201 6d6500'), '192.0.2.1'],
    ['a name (4a)', hex('04 01 0050 00000001 6d6500 412e5465737400'), 'a.test'],
    ['address 0.0.0.0', hex('04 01 0050 00000000 00'), '0.0.0.0'],
  ])('takes %s', (_what, request, host) => {
    expect(talk(nobody(), request)).toEqual({ answers: '', outcome: connect(4, host, 80) });
    const bytes = [...request].map((byte) => Buffer.from([byte]));
    expect(talk(nobody(), ...bytes).outcome).toEqual(connect(4, host, 80));
    expect(talk(nobody(), Buffer.concat([request, Buffer.from('x')])).outcome).toEqual(
      connect(4, host, 80, 'x'),
    );
  });

  test.each([
    ['BIND', hex('04 02 0050 c0000201 00'), 'BIND is not supported'],
    ['port 0', hex('04 01 0000 c0000201 00'), 'its port is 0'],
    ['an empty name', hex('04 01 0050 00000001 00 00'), 'its host is neither'],
    [
      'a user id without end',
      Buffer.concat([hex('04 01 0050 c0000201'), Buffer.alloc(300, 'a')]),
      'is not terminated',
    ],
    [
      'a name without end',
      Buffer.concat([hex('04 01 0050 00000001 00'), Buffer.alloc(300, 'a')]),
      'is not terminated',
    ],
    [
      'a user id that is too long',
      Buffer.concat([hex('04 01 0050 c0000201'), Buffer.alloc(300, 'a'), hex('00')]),
      'too long',
    ],
  ])('refuses %s', (_what, request, reason) => {
    expect(talk(nobody(), request)).toMatchObject({
      answers: '005b000000000000',
      outcome: { type: 'refused', reason: expect.stringContaining(reason) },
    });
  });

  test('has no password', () => {
    expect(talk(anna(), hex('04 01 0050 c0000201 616e6e6100'))).toMatchObject({
      outcome: { type: 'refused' },
    });
  });
});

test.each<[SocksResult, string]>([
  ['open', '00'],
  ['failed', '01'],
  ['not-allowed', '02'],
  ['unreachable', '04'],
  ['refused', '05'],
  ['timed-out', '06'],
])('%s is answered with %s', (result, code) => {
  expect(socksReply(5, result).toString('hex')).toBe(`05${code}0001000000000000`);
  expect(socksReply(4, result).toString('hex')).toBe(
    result === 'open' ? '005a000000000000' : '005b000000000000',
  );
});
