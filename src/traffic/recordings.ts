// Reads recordings from files, for tools that replay responses from them.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemCode, UserError } from '../base/errors.ts';
import { CaptureBudget } from '../flow/capture-budget.ts';
import type { Flow } from '../flow/flow.ts';
import { importTraffic } from './import.ts';

/**
 * Reads the exchanges of a session, a HAR file or a JSON session of Charles; invalid entries are skipped. Rejects
 * with the reason when the file cannot be read or no entry is valid.
 */
export async function readRecording(path: string): Promise<readonly Flow[]> {
  // Unbounded, because the whole recording is needed for as long as it is in use.
  const captures = new CaptureBudget({
    maxBodyBytes: Infinity,
    memoryBytes: Infinity,
    spillPath: join(tmpdir(), `proxyctl-recording-${randomUUID()}`),
  });
  let id = 0;
  const { flows, skipped } = await importTraffic(
    await openChunks(path),
    { captures, takeId: () => ++id },
    path,
  );
  const [first] = skipped;
  if (flows.length === 0 && first !== undefined)
    throw new UserError(
      'INVALID_DATA',
      `none of its ${skipped.length} entries can be used; entry ${first.index}: ${first.reason}`,
    );
  return flows;
}

/** Opens a file for reading in chunks. Rejects when it does not exist or is not a regular file. */
export async function openChunks(path: string): Promise<AsyncIterable<Buffer>> {
  try {
    // Reading anything else, such as a pipe, might never end.
    if (!(await stat(path)).isFile()) throw new UserError('INVALID_DATA', 'it is not a file');
  } catch (error) {
    if (systemCode(error) === 'ENOENT')
      throw new UserError('NOT_FOUND', 'there is no such file', { cause: error });
    throw error;
  }
  return createReadStream(path, { highWaterMark: 1024 * 1024 });
}
