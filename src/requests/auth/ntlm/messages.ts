// The three messages of NTLM (MS-NLMP section 2.2.1) and the NTLMv2 response (section 3.3.2). Older responses are
// never sent, because they can be cracked.
import { createHmac } from 'node:crypto';
import { md4 } from './md4.ts';

const SIGNATURE = Buffer.from('NTLMSSP\0', 'latin1');
const HEADER_BYTES = { negotiate: 32, challenge: 32, authenticate: 64 };
const UNICODE = 0x1;
const OEM = 0x2;
const REQUEST_TARGET = 0x4;
const NTLM = 0x200;
const ALWAYS_SIGN = 0x8000;
const EXTENDED_SESSION_SECURITY = 0x80000;
/** The abilities offered, of which the server chooses. */
const OFFERED = UNICODE | OEM | REQUEST_TARGET | NTLM | ALWAYS_SIGN | EXTENDED_SESSION_SECURITY;

/** The end of the list, and the time of the server, in the information about it. */
const END_OF_LIST = 0;
const TIMESTAMP = 7;
/** Units of 100 ns from 1601, the start of the clock, to 1970. */
const UNITS_TO_1970 = 116_444_736_000_000_000n;
const UNITS_PER_MS = 10_000n;

export interface Challenge {
  readonly flags: number;
  readonly serverChallenge: Buffer;
  /** A list of facts about the server, which the response repeats. */
  readonly targetInfo: Buffer;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly domain: string;
  readonly workstation: string;
}

/** Values that are new in each response. */
export interface Fresh {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Eight random bytes. */
  readonly clientChallenge: Buffer;
}

/** Returns the first message, which lists the features we support. */
export function negotiateMessage(): Buffer {
  const message = withHeader(HEADER_BYTES.negotiate, 1);
  message.writeUInt32LE(OFFERED, 12);
  return message;
}

/** Parses the second message. Returns null when it is malformed. */
export function readChallenge(message: Buffer): Challenge | null {
  const isChallenge = message.subarray(0, SIGNATURE.length).equals(SIGNATURE) && message[8] === 2;
  if (!isChallenge || message.length < HEADER_BYTES.challenge) return null;
  const hasTargetInfo = message.length >= 48;
  const length = hasTargetInfo ? message.readUInt16LE(40) : 0;
  const offset = hasTargetInfo ? message.readUInt32LE(44) : 0;
  if (offset + length > message.length) return null;
  return {
    flags: message.readUInt32LE(20),
    serverChallenge: message.subarray(24, 32),
    targetInfo: message.subarray(offset, offset + length),
  };
}

/** Returns the third message, which proves that we know the password. */
export function authenticateMessage(
  challenge: Challenge,
  { username, password, domain, workstation }: Credentials,
  fresh: Fresh,
): Buffer {
  const encoding = (challenge.flags & UNICODE) === 0 ? 'latin1' : 'utf16le';
  const { nt, lm } = responses(challenge, responseKey(username, password, domain), fresh);
  const names = [domain, username, workstation].map((name) => Buffer.from(name, encoding));
  const payload = [lm, nt, ...names, Buffer.alloc(0)];
  const head = withHeader(HEADER_BYTES.authenticate, 3);
  let offset = head.length;
  payload.forEach((part, index) => {
    const at = 12 + index * 8;
    head.writeUInt16LE(part.length, at);
    head.writeUInt16LE(part.length, at + 2);
    head.writeUInt32LE(offset, at + 4);
    offset += part.length;
  });
  head.writeUInt32LE(OFFERED & challenge.flags, 60);
  return Buffer.concat([head, ...payload]);
}

/** Returns the key of NTLMv2 (NTOWFv2). */
export function responseKey(username: string, password: string, domain: string): Buffer {
  const user = Buffer.from(`${username.toUpperCase()}${domain}`, 'utf16le');
  return hmacMd5(md4(Buffer.from(password, 'utf16le')), user);
}

/** Returns both responses. The older one is omitted when the server sends its time, as Windows does. */
export function responses(
  { serverChallenge, targetInfo }: Challenge,
  key: Buffer,
  { now, clientChallenge }: Fresh,
): { readonly nt: Buffer; readonly lm: Buffer } {
  const serverTime = timestampOf(targetInfo);
  const blob = Buffer.concat([
    Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]),
    serverTime ?? toFileTime(now),
    clientChallenge,
    Buffer.alloc(4),
    targetInfo,
    Buffer.alloc(4),
  ]);
  const proof = hmacMd5(key, serverChallenge, blob);
  const older = Buffer.concat([hmacMd5(key, serverChallenge, clientChallenge), clientChallenge]);
  return {
    nt: Buffer.concat([proof, blob]),
    lm: serverTime === null ? older : Buffer.alloc(older.length),
  };
}

function withHeader(bytes: number, type: number): Buffer {
  const message = Buffer.alloc(bytes);
  SIGNATURE.copy(message);
  message.writeUInt32LE(type, SIGNATURE.length);
  return message;
}

/** Returns the time of the server; null when it does not say it. */
function timestampOf(targetInfo: Buffer): Buffer | null {
  for (let at = 0; at + 4 <= targetInfo.length;) {
    const id = targetInfo.readUInt16LE(at);
    const length = targetInfo.readUInt16LE(at + 2);
    if (id === END_OF_LIST) return null;
    if (id === TIMESTAMP && length === 8 && at + 12 <= targetInfo.length)
      return targetInfo.subarray(at + 4, at + 12);
    at += 4 + length;
  }
  return null;
}

function toFileTime(epochMs: number): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE(BigInt(epochMs) * UNITS_PER_MS + UNITS_TO_1970);
  return time;
}

function hmacMd5(key: Buffer, ...parts: readonly Buffer[]): Buffer {
  const hmac = createHmac('md5', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}
