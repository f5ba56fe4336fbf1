// The few fields of a record by which files of records are searched.
import { textOfOctets } from '../../base/octets.ts';
import { urlOf } from '../flow.ts';
import { ByteReader, damaged } from './byte-reader.ts';
import { PART, schemeOf, STATES } from './layout.ts';

export interface RecordOverview {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly state: (typeof STATES)[number];
  /** 0 without a response. */
  readonly status: number;
  readonly method: string;
  /** As the client requested it. */
  readonly url: string;
  readonly app: string | null;
}

/** Offsets in a record of the state, the start, the end, and what follows the times. */
const STATE = 1;
const STARTED_AT = 8;
const START = 16;
const END = 48;
const AFTER_TIMES = 80;

/**
 * Reads the beginning of the record in bytes `start` to `end`. `octetPath`: the path that the client requested, one char
 * an octet. Throws a UserError when it is damaged.
 */
export function recordOverview(bytes: Buffer, start: number, end: number, octetPath: string): RecordOverview {
  if (end - start < AFTER_TIMES) throw damaged('it ends early');
  const state = STATES[bytes[start + STATE] ?? STATES.length];
  if (state === undefined) throw damaged('its state is unknown');
  const parts = bytes.readUInt16LE(start + STATE + 1);
  const reader = new ByteReader(bytes, start + AFTER_TIMES, end);
  const [status, method, host, port] = [reader.count(), reader.text(), reader.text(), reader.count()];
  reader.skip(reader.count()); // the address of the client
  reader.count(); // and its port
  return {
    startedAt: bytes.readDoubleLE(start + STARTED_AT),
    durationMs: Math.max(0, bytes.readDoubleLE(start + END) - bytes.readDoubleLE(start + START)),
    state,
    status,
    method,
    url: textOfOctets(urlOf({ scheme: schemeOf((parts & PART.https) !== 0, port), host, port }, octetPath)),
    app: (parts & PART.app) === 0 ? null : reader.text(),
  };
}
