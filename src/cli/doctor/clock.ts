// The clock of this computer: certificates are refused where it is wrong.
import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { error, ok, type Finding, type Patient } from './finding.ts';

/** A file that is younger than this may have been written by another computer. */
const TOLERANCE_MS = 10 * 60_000;

export function clockFinding({ home }: Patient): Promise<Finding> {
  const now = Date.now();
  const known = Math.max(certificateTime(home), ...fileTimes(home));
  const text = new Date(now).toISOString();
  if (known <= now + TOLERANCE_MS) return Promise.resolve(ok(text));
  const later = new Date(known).toISOString();
  return Promise.resolve(
    error(
      `${text}, but the data folder has something of ${later}: set the clock, since certificates are valid from a time on`,
    ),
  );
}

/** Returns the time from which the root is valid, in ms since 1970; 0 without one. */
function certificateTime(home: string): number {
  try {
    return new X509Certificate(readFileSync(join(home, 'ca', 'root.pem'))).validFromDate.getTime();
  } catch {
    return 0;
  }
}

function fileTimes(home: string): readonly number[] {
  try {
    return readdirSync(home).map((name) => statSync(join(home, name)).mtimeMs);
  } catch {
    return [];
  }
}
