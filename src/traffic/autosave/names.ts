// The names of files of a rolling recording. They sort by time, and none is given twice: the time in them only grows,
// whatever the clock does, and each process has a mark of its own.
import { hasProcess } from '../../base/has-process.ts';
import { randomBytes } from 'node:crypto';

/** Time, the process with its mark, extension, and whether the file is incomplete. */
const NAME =
  /^proxyctl-(\d{8}T\d{6}\.\d{3}Z)-(\d{1,10})-([\da-f]{8})(\.(?:proxysession|har|ndjson|csv))(\.part)?$/;
export const PART = '.part';

/** After a restart another process may have the same number. */
const MARK = randomBytes(4).toString('hex');

export interface AutosaveName {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly extension: string;
  readonly isPart: boolean;
  /** True when the process that writes it, or has written it, is still running. */
  readonly isOfRunning: boolean;
}

/** Returns the parts of a name; null for a file that is none of ours. */
export function readName(name: string): AutosaveName | null {
  const [, time, pid, mark, extension, part] = NAME.exec(name) ?? [];
  if (time === undefined || extension === undefined) return null;
  const isOfRunning = mark === MARK || (Number(pid) !== process.pid && hasProcess(Number(pid)));
  return { name, time: msOf(time), extension, isPart: part !== undefined, isOfRunning };
}

/** Epoch milliseconds of the last name that this process has given. */
let last = 0;

/** Returns the next name, which sorts behind those that are there. */
export function nextName(extension: string, files: readonly AutosaveName[], now = Date.now()): string {
  last = Math.max(now, last + 1, ...files.map(({ time }) => time + 1));
  const time = new Date(last).toISOString().replace(/[-:]/g, '');
  return `proxyctl-${time}-${process.pid}-${MARK}${extension}`;
}

function msOf(time: string): number {
  const iso = time.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})/, '$1-$2-$3T$4:$5:');
  return Date.parse(iso) || 0;
}
