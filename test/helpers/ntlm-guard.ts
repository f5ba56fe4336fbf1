// A server's side of NTLM, which verifies NTLMv2 from the hash of a password that MS-NLMP has as an example.
import { createHmac, randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Arrived, Reply } from './small-server.ts';

/** The hash of the password `Password` (MS-NLMP section 4.2.2.1.2). */
const HASH_OF_PASSWORD = Buffer.from('a4f49c406510bdcab6824ee7c30fd852', 'hex');
export const PASSWORD = 'Password';

export interface NtlmGuardOptions {
  readonly scheme?: 'NTLM' | 'Negotiate';
  /** True when the server says its time, as Windows does. */
  readonly saysTime?: boolean;
}

/** Returns a function that answers requests with 200 on connections of a known user, and otherwise with 401. */
export function ntlmGuard({ scheme = 'NTLM', saysTime = true }: NtlmGuardOptions = {}) {
  const challenges = new WeakMap<Socket, Buffer>();
  const users = new WeakMap<Socket, string>();
  return ({ headers, socket }: Arrived): Reply => {
    const [given, encoded = ''] = (headers.authorization ?? '').split(' ');
    const message = Buffer.from(encoded, 'base64');
    const type = given === scheme && message.length > 8 ? message.readUInt32LE(8) : 0;
    if (type === 1) {
      challenges.set(socket, randomBytes(8));
      const answer = challengeMessage(challenges.get(socket)!, saysTime);
      return denied(`${scheme} ${answer.toString('base64')}`);
    }
    if (type === 3) {
      users.delete(socket);
      const user = verifiedUser(message, challenges.get(socket));
      challenges.delete(socket);
      if (user !== null) users.set(socket, user);
    }
    const user = users.get(socket);
    return user === undefined ? denied(scheme, 'Basic realm="r"') : { status: 200, body: user };
  };
}

function denied(...challenges: string[]): Reply {
  return { status: 401, headers: { 'WWW-Authenticate': challenges }, body: 'who are you?' };
}

function challengeMessage(challenge: Buffer, saysTime: boolean): Buffer {
  const pair = (id: number, value: Buffer): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(id, 0);
    head.writeUInt16LE(value.length, 2);
    return Buffer.concat([head, value]);
  };
  const target = Buffer.from('CORP', 'utf16le');
  const info = Buffer.concat([
    pair(2, target),
    pair(1, Buffer.from('SERVER', 'utf16le')),
    ...(saysTime ? [pair(7, Buffer.from('00c0d7a3a5b4da01', 'hex'))] : []),
    pair(0, Buffer.alloc(0)),
  ]);
  const head = Buffer.alloc(56);
  head.write('NTLMSSP\0', 'latin1');
  head.writeUInt32LE(2, 8);
  head.writeUInt16LE(target.length, 12);
  head.writeUInt16LE(target.length, 14);
  head.writeUInt32LE(head.length, 16);
  head.writeUInt32LE(0x02898205, 20);
  challenge.copy(head, 24);
  head.writeUInt16LE(info.length, 40);
  head.writeUInt16LE(info.length, 42);
  head.writeUInt32LE(head.length + target.length, 44);
  return Buffer.concat([head, target, info]);
}

/** Returns the user whose password made the response, as `DOMAIN\user`; null for another password. */
function verifiedUser(message: Buffer, challenge: Buffer | undefined): string | null {
  const part = (at: number): Buffer => {
    const offset = message.readUInt32LE(at + 4);
    return message.subarray(offset, offset + message.readUInt16LE(at));
  };
  const [response, domain, user] = [part(20), part(28).toString('utf16le'), part(36).toString('utf16le')];
  if (challenge === undefined || response.length < 48) return null;
  const key = createHmac('md5', HASH_OF_PASSWORD)
    .update(Buffer.from(user.toUpperCase() + domain, 'utf16le'))
    .digest();
  const proof = createHmac('md5', key).update(challenge).update(response.subarray(16)).digest();
  return proof.equals(response.subarray(0, 16)) ? `${domain}\\${user}` : null;
}
