import { describe, expect, test } from 'vitest';
import { SocksClient, type ClientStep } from './client.ts';

const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex');
const ANNA = { username: 'anna', password: 'pw' };

/** A transcript: what the proxy says, then all that we sent and how it ends. */
function talk(
  client: SocksClient,
  ...messages: readonly Buffer[]
): { sent: string; outcome: ClientStep['outcome'] } {
  let sent = client.start().toString('hex');
  let outcome: ClientStep['outcome'] = { type: 'more' };
  for (const message of messages) {
    const step = client.read(message);
    sent += ` ${step.send.toString('hex')}`;
    outcome = step.outcome;
  }
  return { sent, outcome };
}

const single = (bytes: Buffer): Buffer[] => [...bytes].map((byte) => Buffer.from([byte]));
const OPEN = hex('05 00 00 01 00000000 0000');

describe('SOCKS5', () => {
  test('lets the proxy resolve a name', () => {
    const client = new SocksClient(5, { host: 'a.test', port: 443 }, null);
    expect(talk(client, hex('0500'), Buffer.concat([OPEN, Buffer.from('early')]))).toEqual({
      sent: '050100 0501000306612e7465737401bb ',
      outcome: { type: 'open', rest: Buffer.from('early') },
    });
  });

  test('logs in when it is asked to', () => {
    const client = new SocksClient(5, { host: '192.0.2.1', port: 80 }, ANNA);
    expect(talk(client, hex('0502'), hex('0100'), OPEN)).toEqual({
      sent: '05020002 0104616e6e61027077 05010001c00002010050 ',
      outcome: { type: 'open', rest: Buffer.alloc(0) },
    });
  });

  test('reads single bytes, and answers with names and IPv6', () => {
    const client = new SocksClient(5, { host: '2001:db8::1', port: 80 }, ANNA);
    const name = hex('05 00 00 03 01 61 0050');
    const { outcome } = talk(
      client,
      ...single(Buffer.concat([hex('0502')])),
      ...single(hex('0100')),
      ...single(name),
    );
    expect(outcome.type).toBe('open');
    const six = new SocksClient(5, { host: 'a', port: 80 }, null);
    expect(
      talk(six, hex('0500'), hex('05 00 00 04 00000000000000000000000000000000 0000')).outcome.type,
    ).toBe('open');
  });

  test.each([
    ['another version', ['0400'], 'it does not speak SOCKS5'],
    ['HTTP', ['485454'], 'it does not speak SOCKS5'],
    ['no method', ['05ff'], 'it accepts none of the offered login methods'],
    ['a method that was not offered', ['0501'], 'it requires login method 1'],
    ['a refused login', ['0502', '0101'], 'it refuses the username and password'],
    ['a refusal', ['0500', '0502'], 'its rules do not allow this connection'],
    ['an unknown refusal', ['0500', '0563'], 'it responded with code 99'],
    ['an answer of another version', ['0500', '0400'], 'its response is not SOCKS5'],
    ['an address of an unknown type', ['0500', '05000009 0000'], 'its response cannot be parsed'],
    [
      'answers before it is asked',
      ['0500 05000001 00000000 0000'],
      'it responded before the request was sent',
    ],
  ])('%s is a fault', (_what, messages, reason) => {
    const client = new SocksClient(5, { host: 'a', port: 80 }, ANNA);
    expect(talk(client, ...messages.map(hex)).outcome).toEqual({
      type: 'error',
      reason: expect.stringContaining(reason),
    });
  });

  test('without credentials a proxy that asks for them is said', () => {
    for (const method of ['0502', '05ff']) {
      const client = new SocksClient(5, { host: 'a', port: 80 }, null);
      expect(talk(client, hex(method)).outcome).toMatchObject({
        reason: 'it requires a username and password',
      });
    }
  });
});

describe('SOCKS4', () => {
  test('names the user, and says names in the way of 4a', () => {
    const plain = new SocksClient(4, { host: '192.0.2.1', port: 80 }, null);
    expect(talk(plain, hex('005a000000000000'))).toEqual({
      sent: '04010050c000020100 ',
      outcome: { type: 'open', rest: Buffer.alloc(0) },
    });
    const named = new SocksClient(4, { host: 'a.test', port: 80 }, ANNA);
    expect(talk(named, ...single(hex('005a000000000000'))).sent).toMatch(
      /^0401005000000001616e6e6100612e7465737400 /,
    );
  });

  test.each([
    ['005b', 'it refuses the request (code 91)'],
    ['05', 'its response is not SOCKS4'],
  ])('%s is a fault', (bytes, reason) => {
    expect(talk(new SocksClient(4, { host: 'a', port: 80 }, null), hex(bytes)).outcome).toMatchObject({
      reason,
    });
  });
});

test('what the formats have no room for is an Error', () => {
  const long = 'x'.repeat(256);
  expect(() => talk(new SocksClient(5, { host: long, port: 1 }, null), hex('0500'))).toThrow(
    'too long for SOCKS',
  );
  const client = new SocksClient(5, { host: 'a', port: 1 }, { username: long, password: '' });
  expect(() => talk(client, hex('0502'))).toThrow('255 bytes');
  expect(() => new SocksClient(4, { host: 'a\0b', port: 1 }, null).start()).toThrow('NUL');
});
