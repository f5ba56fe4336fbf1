// The names of session files. They sort by time, and none is given twice: the time in them only grows, whatever the clock
// does, and each start has a mark of its own, since in containers every process may have the same number.
import { randomBytes } from 'node:crypto';

const FILE_NAME = /^(\d{8}T\d{9}Z)-\d+(?:-[\da-f]{8})?(?:\.\d+\.damaged)?\.proxysession$/;

export function isSessionFileName(name: string): boolean {
  return FILE_NAME.test(name);
}

/** Returns a name for the session file of this start, which sorts behind those that are there. */
export function sessionFileName(others: readonly string[], now = Date.now()): string {
  const time = Math.max(now, ...others.map((name) => timeOf(name) + 1));
  const text = new Date(time).toISOString().replaceAll(/[-:.]/g, '');
  return `${text}-${process.pid}-${randomBytes(4).toString('hex')}.proxysession`;
}

/** Returns the time in a name in epoch milliseconds; 0 for one that is no time. */
function timeOf(name: string): number {
  const [, time = ''] = FILE_NAME.exec(name) ?? [];
  const iso = time.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\d)(\d{3}Z)$/, '$1-$2-$3:$4:$5.$6');
  return Date.parse(iso) || 0;
}
