// Exports captured exchanges to files.
import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { atomicOutput, discardOutput, openOutput, publishOutput } from '../../base/atomic-output.ts';
import { messageOf, UserError } from '../../base/errors.ts';
import type { Flows } from '../formats/contract.ts';
import type { ExportFormat } from '../formats/index.ts';
import { exportTraffic } from './index.ts';

/**
 * Writes `flows` to a temporary file, which then replaces the file at `path`; a device or a pipe is written directly.
 * With `redact`, secrets are removed. Rejects with `Export failed: ` and the
 * reason.
 */
export async function exportFile(
  path: string,
  format: ExportFormat,
  flows: Flows,
  redact: boolean,
): Promise<void> {
  const output = await atomicOutput(path, `.${randomUUID().slice(0, 8)}.part`);
  try {
    const file = await openOutput(output);
    try {
      await writeAll(file, exportTraffic(format, flows, redact));
      // A device has nothing to sync.
      if (output.temporary !== null) await file.sync();
    } finally {
      await file.close();
    }
    await publishOutput(output);
  } catch (error) {
    await discardOutput(output);
    throw new UserError('INVALID_FILE', `Export failed: ${messageOf(error)}`, { cause: error });
  }
}

/** Chunks are joined up to this size: a write costs as much as the bytes of several requests. */
const WRITE_BYTES = 256 * 1024;

async function writeAll(file: FileHandle, chunks: AsyncIterable<string | Buffer>): Promise<void> {
  let buffered: Buffer[] = [];
  let size = 0;
  for await (const piece of chunks) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    buffered.push(bytes);
    size += bytes.length;
    if (size < WRITE_BYTES) continue;
    await file.appendFile(Buffer.concat(buffered));
    buffered = [];
    size = 0;
  }
  await file.appendFile(Buffer.concat(buffered));
}
