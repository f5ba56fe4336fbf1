// The file format of snapshots: eight bytes with the length of the head, the head as JSON, and the contents of the
// memory. With a file, a process need not evaluate the setup.
import { createHash } from 'node:crypto';
import type { Roots } from './engine.ts';
import { wasmBytes } from './engine-module.ts';
import { KERNEL } from './kernel.ts';
import type { HostFunction, Setup } from './setup.ts';

export interface Snapshot {
  readonly runs: readonly MemoryRun[];
  readonly roots: Roots;
  /** The end of the heap; the memory limit of a script is added to it. */
  readonly baseBytes: number;
  /** Host functions by number, as the engine calls them. */
  readonly functions: readonly HostFunction[];
}

/** Consecutive pages that are not all zero. */
export interface MemoryRun {
  readonly at: number;
  readonly bytes: Uint8Array;
}

interface Head {
  readonly runs: readonly { readonly at: number; readonly length: number }[];
  readonly roots: Roots;
  readonly baseBytes: number;
}

const FORMAT = 'image 2';
const LENGTH_BYTES = 8;

/** Returns the key of a snapshot, which changes whenever its contents could. */
export async function snapshotKey(setup: Setup, fingerprint: string): Promise<string> {
  const hash = createHash('sha256').update(await wasmBytes());
  for (const part of [FORMAT, KERNEL, setup.source, Object.keys(setup.hostFunctions).join(), fingerprint])
    hash.update('\0').update(part);
  return `${setup.id}-${hash.digest('hex').slice(0, 32)}`;
}

export function writeSnapshot({ runs, roots, baseBytes }: Snapshot): Uint8Array {
  const head: Head = { runs: runs.map(({ at, bytes }) => ({ at, length: bytes.length })), roots, baseBytes };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, ...runs.map(({ bytes }) => bytes)]);
}

/** Throws when the file is truncated. */
export function readSnapshot(file: Buffer, functions: Snapshot['functions']): Snapshot {
  const start = LENGTH_BYTES + file.readUInt32LE(0);
  const head = JSON.parse(file.toString('utf8', LENGTH_BYTES, start)) as Head;
  const runs: MemoryRun[] = [];
  let from = start;
  for (const { at, length } of head.runs) {
    runs.push({ at, bytes: file.subarray(from, from + length) });
    from += length;
  }
  if (from !== file.length) throw new Error('a truncated snapshot');
  return { runs, roots: head.roots, baseBytes: head.baseBytes, functions };
}
