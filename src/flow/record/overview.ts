// The few fields of a record by which files of records are searched.
import type { FlowTarget } from '../flow.ts';
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
  readonly target: FlowTarget;
  readonly app: string | null;
}

/** Offsets of the start, the end, and what follows the times. */
const STARTED_AT = 8;
const START = 16;
const END = 48;
const AFTER_TIMES = 80;

/** Reads the beginning of a record. Throws a UserError when it is damaged. */
export function recordOverview(record: Buffer): RecordOverview {
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
    target: { scheme: (parts & PART.https) === 0 ? 'http' : 'https', host, port },
    app: (parts & PART.app) === 0 ? null : reader.text(),
  };
}
