// Captured exchanges to files and out of them, for the faces that ask for it.
import { randomUUID } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { messageOf } from '../base/errors.ts';
import type { Flow } from '../flow/flow.ts';
import type { TrafficFormat } from '../traffic/formats/contract.ts';
import { redactedFlow } from '../traffic/redact.ts';

/**
 * Writes `flows` to `path`: the file is there as it was, or whole. `redact`: without their secrets. Resolves with how
 * many there were; rejects with `Export failed: ` and the reason.
 */
export async function exportFile(
  path: string,
  format: TrafficFormat,
  flows: readonly Flow[],
  redact: boolean,
): Promise<number> {
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.part`;
  try {
    // Traffic holds secrets: the file is for the user alone.
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await writeAll(file, format.write(redact ? without(flows) : flows));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
    return flows.length;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw new Error(`Export failed: ${messageOf(error)}`, { cause: error });
  }
}

async function writeAll(file: FileHandle, pieces: AsyncIterable<string | Buffer>): Promise<void> {
  for await (const piece of pieces) await file.appendFile(piece);
}

async function* without(flows: readonly Flow[]): AsyncGenerator<Flow, void> {
  for (const flow of flows) yield await redactedFlow(flow);
}
