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

/** The exchanges of a HAR file, without entries that make no sense. Rejects with the reason when it cannot be read. */
export async function readRecording(path: string): Promise<readonly Flow[]> {
  const text = await read(path);
  // All of it is needed for as long as the recording is in use.
  const captures = new CaptureBudget({
    maxBodyBytes: Infinity,
    memoryBytes: Infinity,
    spillPath: join(tmpdir(), `proxyctl-recording-${randomUUID()}`),
  });
  let id = 0;
  const { flows, skipped } = harFlows(text, { captures, takeId: () => ++id });
  const [first] = skipped;
  if (flows.length === 0 && first !== undefined)
    throw new Error(
      `none of its ${skipped.length} entries can be used; entry ${first.index}: ${first.reason}`,
    );
  return flows;
}

async function read(path: string): Promise<string> {
  try {
    const found = await stat(path);
    // Reading another thing, such as a pipe, might never end.
    if (!found.isFile()) throw new Error('it is no file');
    if (found.size > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES} bytes`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new Error('there is no such file', { cause: error });
    throw error;
  }
}
