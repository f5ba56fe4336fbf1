import { describe, expect, test } from 'vitest';
import { authenticateMessage, readChallenge, responseKey, responses } from './messages.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const SERVER_CHALLENGE = '0123456789abcdef';
const TARGET_INFO = '02000c0044006f006d00610069006e00 01000c00530065007200760065007200 00000000';
/** The clock of NTLM starts in 1601. */
const YEAR_1601 = -11_644_473_600_000;
const FRESH = { now: YEAR_1601, clientChallenge: hex('aaaaaaaaaaaaaaaa') };

function challengeMessage({ flags = 0x00880201, targetInfo = TARGET_INFO, type = 2 } = {}): Buffer {
  const info = hex(targetInfo);
  const message = Buffer.alloc(48);
  message.write('NTLMSSP\0', 'latin1');
  message.writeUInt32LE(type, 8);
  message.writeUInt32LE(flags, 20);
  hex(SERVER_CHALLENGE).copy(message, 24);
  message.writeUInt16LE(info.length, 40);
  message.writeUInt32LE(48, 44);
  return Buffer.concat([message, info]);
}

// MS-NLMP section 4.2.4.
describe('the example of the specification', () => {
  const key = responseKey('User', 'Password', 'Domain');

  test('key', () => expect(key.toString('hex')).toBe('0c868a403bfd7a93a3001ef22ef02e3f'));

  test('responses', () => {
    const { nt, lm } = responses(readChallenge(challengeMessage())!, key, FRESH);
    expect(nt.subarray(0, 16).toString('hex')).toBe('68cd0ab851e51c96aabc927bebef6a1c');
    expect(lm.toString('hex')).toBe('86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa');
  });
});

test('the time of the server is taken, and the older response left out', () => {
  const targetInfo = `0700 0800 1122334455667788 00000000`;
  const key = responseKey('User', 'Password', 'Domain');
  const { nt, lm } = responses(readChallenge(challengeMessage({ targetInfo }))!, key, FRESH);
  expect(nt.subarray(24, 32).toString('hex')).toBe('1122334455667788');
  expect(lm.equals(Buffer.alloc(24))).toBe(true);
});

test.each([
  ['utf16le', 0x201],
  ['latin1', 0x202],
] as const)('names in %s, as the server asks', (encoding, flags) => {
  const credentials = { username: 'Üser', password: 'p', domain: 'D', workstation: 'W' };
  const message = authenticateMessage(readChallenge(challengeMessage({ flags }))!, credentials, FRESH);
  const named = [28, 36, 44].map((at) => {
    const offset = message.readUInt32LE(at + 4);
    return message.toString(encoding, offset, offset + message.readUInt16LE(at));
  });
  expect(named).toEqual(['D', 'Üser', 'W']);
});

test.each([
  ['empty', Buffer.alloc(0)],
  ['another message', challengeMessage({ type: 1 })],
  ['cut off', challengeMessage().subarray(0, 20)],
  ['information beyond its end', challengeMessage().subarray(0, 50)],
])('unreadable: %s', (_, message) => expect(readChallenge(message)).toBeNull());

test('a list of information without an end', () => {
  const challenge = readChallenge(challengeMessage({ targetInfo: '0700 ff00 11' }))!;
  expect(responses(challenge, responseKey('u', 'p', ''), FRESH).lm.length).toBe(24);
});
