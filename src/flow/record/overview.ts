// The few fields of a record by which files of records are searched.
import { textOfOctets } from '../../base/octets.ts';
import { urlOf } from '../flow.ts';
import { ByteReader, damaged } from './byte-reader.ts';
import { PART, STATES } from './layout.ts';

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

/** Offsets of the start, the end, and what follows the times. */
const STARTED_AT = 8;
const START = 16;
const END = 48;
const AFTER_TIMES = 80;

/**
 * Reads the beginning of a record. `octetPath`: the path that the client requested, one char an octet. Throws a UserError
 * when it is damaged.
 */
export function recordOverview(record: Buffer, octetPath: string): RecordOverview {
  const beginning = new ByteReader(record, 1);
  const state = STATES[beginning.uint8()];
  if (state === undefined) throw damaged('its state is unknown');
  const parts = beginning.uint16();
  const reader = new ByteReader(record, AFTER_TIMES);
  const [status, method, host, port] = [reader.count(), reader.text(), reader.text(), reader.count()];
  reader.text(); // the address of the client
  reader.count(); // and its port
  return {
    startedAt: record.readDoubleLE(STARTED_AT),
    durationMs: Math.max(0, record.readDoubleLE(END) - record.readDoubleLE(START)),
    state,
    status,
    method,
    url: textOfOctets(
      urlOf({ scheme: (parts & PART.https) === 0 ? 'http' : 'https', host, port }, octetPath),
    ),
    app: (parts & PART.app) === 0 ? null : reader.text(),
  };
}
