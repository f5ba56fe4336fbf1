// Makes a report of a run from its records, in any format of the command line.
import { appendFile, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../base/errors.ts';
import type { RunStart, RunTotals } from '../../runs/runner/events.ts';
import { reporterFormats } from '../../runs/reporters/index.ts';
import type { ReportName } from './report-names.ts';
import type { RunRecords } from './run-records.ts';

const FILE_ENDS: Readonly<Record<ReportName, string>> = {
  json: 'json',
  junit: 'xml',
  html: 'html',
  cli: 'txt',
};

export interface ReportedRun {
  readonly start: RunStart;
  readonly totals: RunTotals;
  readonly records: RunRecords;
}

export interface MadeReport {
  readonly fileName: string;
  readonly path: string;
  readonly size: number;
}

/** Writes a report into a folder. Rejects with a UserError that says why it cannot be written. */
export async function makeReport(
  { start, totals, records }: ReportedRun,
  name: ReportName,
  folder: string,
  signal: AbortSignal,
): Promise<MadeReport> {
  const format = reporterFormats.find((each) => each.name === name)!;
  const fileName = `${fileStem(start)}.${FILE_ENDS[name]}`;
  const path = join(folder, `${crypto.randomUUID()}.${FILE_ENDS[name]}`);
  const isText = format.file === null;
  const reporter = await format.create({
    path: isText ? '' : path,
    colors: false,
    settings: {},
    isTerminal: false,
    print: (text) => appendFile(path, text, { mode: 0o600 }),
  });
  try {
    await reporter.start?.(start);
    for (let index = 0; index < records.count; index += 1) {
      signal.throwIfAborted();
      const run = await records.read(index);
      if (run !== null) await reporter.request?.(run);
    }
    await reporter.end?.(totals);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await reporter.close?.();
  }
  return { fileName, path, size: (await stat(path)).size };
}

/** Returns a part of a report. */
export async function reportPart(
  { path, size }: MadeReport,
  offset: number,
  length: number,
): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
  const file = await open(path).catch((cause: unknown) => {
    throw new UserError('NOT_FOUND', 'the report is not there any more: make it again', { cause });
  });
  try {
    await file.read(bytes, 0, bytes.length, offset);
  } finally {
    await file.close();
  }
  return bytes;
}

/** Returns a name such as `shop-2026-01-31-14-05`. */
function fileStem({ collection, startedAt }: RunStart): string {
  const name = collection.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  const time = new Date(startedAt).toISOString().slice(0, 16).replaceAll(/[T:]/g, '-');
  return `${(name === '' ? 'run' : name.toLowerCase()).slice(0, 80)}-${time}`;
}
