// DNS messages (RFC 1035), for a name server that answers for some names and forwards other queries. It reads a
// question, and writes addresses or an error. EDNS (RFC 6891) is supported.
import { readName } from './name.ts';

/** Types of records (IANA, DNS parameters). */
export const RECORD_TYPE = { A: 1, AAAA: 28, OPT: 41, SVCB: 64, HTTPS: 65, ANY: 255 } as const;
/** The class of the internet. */
export const CLASS_IN = 1;
/** Response codes. */
export const RCODE = {
  noError: 0,
  formatError: 1,
  serverFailure: 2,
  notImplemented: 4,
  refused: 5,
  badVersion: 16,
};

export const HEADER_BYTES = 12;
/** The longest message over UDP without EDNS. */
const PLAIN_UDP_BYTES = 512;
/** The longest message that we take over UDP: none is cut in fragments on any usual path. */
const OUR_UDP_BYTES = 1232;

const RESPONSE = 0x8000;
const AUTHORITATIVE = 0x0400;
const TRUNCATED = 0x0200;
const RECURSION_DESIRED = 0x0100;
const RECURSION_AVAILABLE = 0x0080;
const OPCODE_MASK = 0x7800;

export interface Question {
  /** In lower case, without the dot at the end; empty for the root. */
  readonly name: string;
  readonly type: number;
  readonly class: number;
}

export interface Edns {
  /** The longest message that the sender takes over UDP, in bytes. */
  readonly udpBytes: number;
  readonly version: number;
}

export interface Query {
  readonly type: 'query';
  readonly id: number;
  readonly flags: number;
  readonly question: Question;
  /** The question as it was sent, with the case of its name, which is repeated in the response. */
  readonly questionBytes: Buffer;
  /** Null when the sender does not use EDNS. */
  readonly edns: Edns | null;
}

/** A query that cannot be served, with the response to it if one may be sent. */
export interface InvalidQuery {
  readonly type: 'invalid';
  /** Null for what is no query, to which nobody may respond. */
  readonly response: Buffer | null;
}

/** An address in a record: 4 or 16 bytes. */
export interface AddressRecord {
  readonly bytes: Uint8Array;
  readonly ttlSeconds: number;
}

export function readQuery(bytes: Buffer): Query | InvalidQuery {
  if (bytes.length < HEADER_BYTES) return { type: 'invalid', response: null };
  const flags = bytes.readUInt16BE(2);
  if ((flags & RESPONSE) !== 0) return { type: 'invalid', response: null };
  if ((flags & OPCODE_MASK) !== 0) return invalid(bytes, RCODE.notImplemented);
  const question = bytes.readUInt16BE(4) === 1 ? readQuestion(bytes) : null;
  const edns = question === null ? 'malformed' : readEdns(bytes, question.end);
  if (question === null || edns === 'malformed') return invalid(bytes, RCODE.formatError);
  const query: Query = {
    type: 'query',
    id: bytes.readUInt16BE(0),
    flags,
    question: question.question,
    questionBytes: bytes.subarray(HEADER_BYTES, question.end),
    edns,
  };
  if (edns !== null && edns.version > 0)
    return { type: 'invalid', response: errorResponse(query, RCODE.badVersion) };
  return query;
}

/** Responds with addresses. An empty list means that the name exists but has no records of the type. */
export function addressResponse(query: Query, addresses: readonly AddressRecord[]): Buffer {
  const type = query.question.type;
  const records = addresses.map(({ bytes, ttlSeconds }) => {
    const record = Buffer.alloc(12 + bytes.length);
    record.writeUInt16BE(0xc000 | HEADER_BYTES, 0); // a pointer to the name of the question (RFC 1035 section 4.1.4)
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(CLASS_IN, 4);
    record.writeUInt32BE(ttlSeconds, 6);
    record.writeUInt16BE(bytes.length, 10);
    record.set(bytes, 12);
    return record;
  });
  return response(query, AUTHORITATIVE | RCODE.noError, records);
}

export function errorResponse(query: Query, code: number): Buffer {
  return response(query, code & 0xf, [], code >> 4);
}

/** Returns the maximum size in bytes of a UDP response to the sender of a query. */
export function udpLimit({ edns }: Query): number {
  return edns === null ? PLAIN_UDP_BYTES : Math.max(PLAIN_UDP_BYTES, Math.min(edns.udpBytes, 4096));
}

/** Returns a truncated response without records, so that the client retries over TCP. */
export function truncated(query: Query): Buffer {
  return response(query, TRUNCATED, []);
}

/** Returns true when a server's message is the response to this query. */
export function isResponseTo(message: Buffer, query: Query, id: number): boolean {
  if (message.length < HEADER_BYTES || message.readUInt16BE(0) !== id) return false;
  if ((message.readUInt16BE(2) & RESPONSE) === 0) return false;
  // A server that cannot read a query responds without the question.
  if (message.readUInt16BE(4) === 0) return (message.readUInt16BE(2) & 0xf) !== RCODE.noError;
  const read = readQuestion(message);
  const { name, type } = query.question;
  return read?.question.name === name && read.question.type === type;
}

/** Copies a message with another id. */
export function withId(message: Buffer, id: number): Buffer {
  const copy = Buffer.from(message);
  copy.writeUInt16BE(id, 0);
  return copy;
}

function readQuestion(bytes: Buffer): { readonly question: Question; readonly end: number } | null {
  const name = readName(bytes, HEADER_BYTES);
  if (name === null || name.end + 4 > bytes.length) return null;
  const question = {
    name: name.text,
    type: bytes.readUInt16BE(name.end),
    class: bytes.readUInt16BE(name.end + 2),
  };
  return { question, end: name.end + 4 };
}

/** Finds the OPT record among the additional records of a query; other records are skipped. */
function readEdns(bytes: Buffer, from: number): Edns | null | 'malformed' {
  const count = bytes.readUInt16BE(6) + bytes.readUInt16BE(8) + bytes.readUInt16BE(10);
  let edns: Edns | null = null;
  let at = from;
  for (let index = 0; index < count; index += 1) {
    const name = readName(bytes, at);
    if (name === null || name.end + 10 > bytes.length) return 'malformed';
    const dataEnd = name.end + 10 + bytes.readUInt16BE(name.end + 8);
    if (dataEnd > bytes.length) return 'malformed';
    if (bytes.readUInt16BE(name.end) === RECORD_TYPE.OPT) {
      if (edns !== null) return 'malformed';
      edns = { udpBytes: bytes.readUInt16BE(name.end + 2), version: bytes[name.end + 5] ?? 0 };
    }
    at = dataEnd;
  }
  return edns;
}

function invalid(bytes: Buffer, code: number): InvalidQuery {
  const header = Buffer.alloc(HEADER_BYTES);
  bytes.copy(header, 0, 0, 2);
  const flags = bytes.readUInt16BE(2) & (OPCODE_MASK | RECURSION_DESIRED);
  header.writeUInt16BE(RESPONSE | flags | code, 2);
  return { type: 'invalid', response: header };
}

function response(query: Query, flags: number, records: readonly Buffer[], extendedCode = 0): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(query.id, 0);
  header.writeUInt16BE(RESPONSE | RECURSION_AVAILABLE | (query.flags & RECURSION_DESIRED) | flags, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt16BE(query.edns === null ? 0 : 1, 10);
  const opt = query.edns === null ? [] : [optRecord(extendedCode)];
  return Buffer.concat([header, query.questionBytes, ...records, ...opt]);
}

function optRecord(extendedCode: number): Buffer {
  const record = Buffer.alloc(11);
  record.writeUInt16BE(RECORD_TYPE.OPT, 1);
  record.writeUInt16BE(OUR_UDP_BYTES, 3);
  record[5] = extendedCode;
  return record;
}

/**
 * Lists the addresses in a response, 4 or 16 bytes each. From a malformed response it lists those before the error.
 */
export function responseAddresses(message: Buffer): readonly Uint8Array[] {
  const addresses: Uint8Array[] = [];
  const question = message.length < HEADER_BYTES ? null : readQuestion(message);
  let at = question?.end ?? message.length;
  for (let count = question === null ? 0 : message.readUInt16BE(6); count > 0; count -= 1) {
    const name = readName(message, at);
    if (name === null || name.end + 10 > message.length) break;
    const type = message.readUInt16BE(name.end);
    const start = name.end + 10;
    at = start + message.readUInt16BE(name.end + 8);
    const isAddress =
      (type === RECORD_TYPE.A && at === start + 4) || (type === RECORD_TYPE.AAAA && at === start + 16);
    if (isAddress && at <= message.length) addresses.push(message.subarray(start, at));
  }
  return addresses;
}
