// Recordings from files, for tools that answer out of them.
import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { CaptureBudget } from '../flow/capture-budget.ts';
import type { Flow } from '../flow/flow.ts';
import { harFlows } from '../traffic/formats/har-flows.ts';

/** Text that is longer cannot be read at once. */
const MOST_BYTES = 500 * 1024 * 1024;

/** The exchanges of a HAR file. Rejects with the reason when it cannot be read. */
export async function readRecording(path: string): Promise<readonly Flow[]> {
  const text = await read(path);
  // All of it is needed for as long as the recording is in use.
  const captures = new CaptureBudget({
    maxBodyBytes: Infinity,
    memoryBytes: Infinity,
    spillPath: join(tmpdir(), `proxyctl-recording-${randomUUID()}`),
  });
  let id = 0;
  return harFlows(text, { captures, takeId: () => ++id }).flows;
}

async function read(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES} bytes`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new Error('there is no such file', { cause: error });
    throw error;
  }
}
