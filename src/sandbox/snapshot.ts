// Creates snapshots of the memory of an engine in which a setup was evaluated. Restores them before a script that must
// start clean, and into new engines.
import { isThrown, INITIAL_BYTES, Engine } from './engine.ts';
import { canLeaveOutText, withoutText } from './function-text.ts';
import type { Value } from './engine-module.ts';
import { writeSnapshot, snapshotKey, readSnapshot, type Snapshot, type MemoryRun } from './snapshot-file.ts';
import { LIMITS } from './job.ts';
import { JobHost, SharedState } from './job-host.ts';
import { KERNEL, KERNEL_FUNCTIONS } from './kernel.ts';
import type { HostFunction, Setup } from './setup.ts';
import type { WasmMemory } from '../base/wasm.ts';

const PAGE = 4096;
/**
 * The gap before the second run is the stack of the engine, which grows down from its end. QuickJS stops code that
 * uses more than 256 KiB of it, so that most of its 5 MiB are never touched.
 */
const USED_STACK_BYTES = 1024 * 1024;
const PROBE_BYTES = 1024 * 1024;
const MAX_TEXT = 10_000;

/**
 * Returns the stored snapshot, or creates and stores it. Throws when the source of the setup throws, which is a defect
 * in this program.
 */
export async function loadSnapshot(setup: Setup): Promise<Snapshot> {
  const { store } = setup;
  if (store === undefined) return createSnapshot(setup);
  const key = await snapshotKey(setup, await store.fingerprint());
  try {
    return readSnapshot(await store.read(key), functionsOf(setup));
  } catch {
    const snapshot = await createSnapshot(setup);
    // A folder that is not writable only costs the time to create it again.
    await store.write(key, writeSnapshot(snapshot)).catch(() => undefined);
    return snapshot;
  }
}

/** Creates a snapshot. Throws when the source of the setup throws. */
export async function createSnapshot(setup: Setup): Promise<Snapshot> {
  const [engine, heapEnd, isShort] = await Promise.all([
    Engine.create(),
    (heapEndAddress ??= findHeapEndAddress()),
    canLeaveOutText(),
  ]);
  engine.createContext(heapEnd);
  const entry = isShort ? withoutText(engine, () => setUp(engine, setup)) : setUp(engine, setup);
  return {
    runs: nonZeroRuns(engine.memory),
    roots: { ...engine.roots, entry },
    baseBytes: engine.allocatedBytes,
    functions: functionsOf(setup),
  };
}

/** Evaluates a setup. Returns its entry function. */
function setUp(engine: Engine, setup: Setup): Value {
  const kernelFunctions = Object.keys(KERNEL_FUNCTIONS);
  const setupFunctions = Object.keys(setup.hostFunctions);
  const functions = functionsOf(setup);
  const host = new JobHost({
    limits: LIMITS,
    bodies: [],
    state: new SharedState('{}'),
    call: () => undefined,
  });
  engine.arm(Infinity, INITIAL_BYTES, (number, values) => functions[number]?.(values, host));
  const createEntry = valueOrThrow(engine, engine.evaluate(KERNEL, 'kernel.js'));
  const source = valueOrThrow(engine, engine.evaluate(setup.source, 'setup.js'));
  const hosts = [
    engine.hostObject(kernelFunctions, 0),
    engine.hostObject(setupFunctions, kernelFunctions.length),
  ] as const;
  const entry = valueOrThrow(engine, engine.call(createEntry, [hosts[0], source, hosts[1]]));
  engine.free(createEntry, source, ...hosts);
  return entry;
}

function functionsOf(setup: Setup): readonly HostFunction[] {
  return [...Object.values(KERNEL_FUNCTIONS), ...Object.values(setup.hostFunctions)];
}

/** Restores the memory completely, so that nothing of earlier scripts remains. */
export function restore(engine: Engine, snapshot: Snapshot): void {
  if (engine.hasGrown) throw new Error('an engine that has grown is not used again');
  engine.roots = snapshot.roots;
  const memory = new Uint8Array(engine.memory.buffer);
  const dirtyEnd = engine.allocatedBytes;
  let end = 0;
  for (const { at, bytes } of snapshot.runs) {
    memory.fill(0, at === snapshot.runs[1]?.at ? Math.max(end, at - USED_STACK_BYTES) : end, at);
    memory.set(bytes, at);
    end = at + bytes.length;
  }
  if (dirtyEnd > end) memory.fill(0, end, dirtyEnd);
}

function valueOrThrow(engine: Engine, result: ReturnType<Engine['evaluate']>): Value {
  if (!isThrown(result)) return result;
  throw new Error(`a setup failed: ${engine.takeText(result.thrown, MAX_TEXT) ?? ''}`);
}

function nonZeroRuns(memory: WasmMemory): readonly MemoryRun[] {
  const bytes = Buffer.from(memory.buffer);
  const zero = Buffer.alloc(PAGE);
  const runs: MemoryRun[] = [];
  for (let at = 0; at < bytes.length; at += PAGE) {
    const start = at;
    while (at < bytes.length && !bytes.subarray(at, at + PAGE).equals(zero)) at += PAGE;
    // Copied, because the memory of the engine is much larger.
    if (at > start) runs.push({ at: start, bytes: Buffer.from(bytes.subarray(start, at)) });
  }
  return runs;
}

let heapEndAddress: Promise<number | null> | null = null;

/**
 * Finds the word in which the allocator keeps the end of the heap, which is not exported. The allocator takes memory
 * from the front and never returns it. Two large allocations move the word, and of all words that move it has the
 * highest value.
 */
async function findHeapEndAddress(): Promise<number | null> {
  const engine = await Engine.create();
  const [first, before] = probe(engine);
  const [second, after] = probe(engine);
  const cells = Array.from(after.keys())
    .filter((index) => after[index]! > before[index]!)
    .filter((index) => isHeapEnd(before[index]!, first) && isHeapEnd(after[index]!, second))
    .sort((a, b) => after[b]! - after[a]!);
  const [cell, next] = cells;
  if (cell === undefined || (next !== undefined && after[cell] === after[next])) return null;
  return cell * Uint32Array.BYTES_PER_ELEMENT;
}

function isHeapEnd(end: number, at: number): boolean {
  return end >= at + PROBE_BYTES && end <= INITIAL_BYTES;
}

/** Returns the address of a new allocation, and the memory before it. */
function probe(engine: Engine): readonly [number, Uint32Array] {
  const at = engine.allocate(PROBE_BYTES);
  return [at, new Uint32Array(engine.memory.buffer.slice(0, at - (at % Uint32Array.BYTES_PER_ELEMENT)))];
}
