// The memory of an engine in which a setup has been evaluated, and how it is put back: before a script that must start
// clean, and into engines that are new.
import { isThrown, FIRST_BYTES, Engine, type Value } from './engine.ts';
import { imageBytes, imageKey, readImage, type Image, type Run } from './snapshot-file.ts';
import { LIMITS } from './job.ts';
import { JobHost, SharedState } from './job-host.ts';
import { KERNEL, KERNEL_FUNCTIONS } from './kernel.ts';
import type { HostFunction, Setup } from './setup.ts';
import type { WasmMemory } from '../base/wasm.ts';

const PAGE = 4096;
const PROBE_BYTES = 1024 * 1024;
const MAX_TEXT = 10_000;

/** As it was kept, or made and kept. Throws when the setup's source does: a defect of ours. */
export async function imageOf(setup: Setup): Promise<Image> {
  const { store } = setup;
  if (store === undefined) return makeImage(setup);
  const key = await imageKey(setup, await store.fingerprint());
  try {
    return readImage(await store.read(key), functionsOf(setup));
  } catch {
    const image = await makeImage(setup);
    // A folder that cannot be written costs the time to make it, no more.
    await store.write(key, imageBytes(image)).catch(() => undefined);
    return image;
  }
}

/** Throws when the setup's source does. */
export async function makeImage(setup: Setup): Promise<Image> {
  const [engine, breakCell] = await Promise.all([Engine.create(), (knownBreakCell ??= findBreakCell())]);
  engine.open(breakCell);
  const own = Object.keys(KERNEL_FUNCTIONS);
  const added = Object.keys(setup.hostFunctions);
  const functions = functionsOf(setup);
  const host = new JobHost({
    limits: LIMITS,
    bodies: [],
    state: new SharedState('{}'),
    call: () => undefined,
  });
  engine.arm(Infinity, FIRST_BYTES, (number, values) => functions[number]?.(values, host));
  const make = made(engine, engine.evaluate(KERNEL, 'kernel.js'));
  const source = made(engine, engine.evaluate(setup.source, 'setup.js'));
  const hosts = [engine.hostObject(own, 0), engine.hostObject(added, own.length)] as const;
  const entry = made(engine, engine.call(make, [hosts[0], source, hosts[1]]));
  engine.free(make, source, ...hosts);
  const roots = { ...engine.roots, entry };
  return { runs: runsOf(engine.memory), roots, baseBytes: engine.givenBytes, functions };
}

function functionsOf(setup: Setup): readonly HostFunction[] {
  return [...Object.values(KERNEL_FUNCTIONS), ...Object.values(setup.hostFunctions)];
}

/** Nothing is left of what was there before. */
export function restore(engine: Engine, image: Image): void {
  if (engine.hasGrown) throw new Error('an engine that has grown is not used again');
  engine.roots = image.roots;
  const memory = new Uint8Array(engine.memory.buffer);
  const dirtyEnd = engine.givenBytes;
  let end = 0;
  for (const { at, bytes } of image.runs) {
    memory.fill(0, end, at);
    memory.set(bytes, at);
    end = at + bytes.length;
  }
  if (dirtyEnd > end) memory.fill(0, end, dirtyEnd);
}

function made(engine: Engine, result: ReturnType<Engine['evaluate']>): Value {
  if (!isThrown(result)) return result;
  throw new Error(`a setup failed: ${engine.takeText(result.thrown, MAX_TEXT) ?? ''}`);
}

function runsOf(memory: WasmMemory): readonly Run[] {
  const bytes = Buffer.from(memory.buffer);
  const zero = Buffer.alloc(PAGE);
  const runs: Run[] = [];
  for (let at = 0; at < bytes.length; at += PAGE) {
    const start = at;
    while (at < bytes.length && !bytes.subarray(at, at + PAGE).equals(zero)) at += PAGE;
    if (at > start) runs.push({ at: start, bytes: Uint8Array.prototype.slice.call(bytes, start, at) });
  }
  return runs;
}

let knownBreakCell: Promise<number | null> | null = null;

/**
 * The allocator takes memory from the front and never gives it back; the word in which it keeps the end is not
 * exported. It moves with two large allocations, and of all words that do it lies furthest behind them.
 */
async function findBreakCell(): Promise<number | null> {
  const engine = await Engine.create();
  const [first, before] = probe(engine);
  const [second, after] = probe(engine);
  const cells = Array.from(after.keys())
    .filter((index) => after[index]! > before[index]!)
    .filter((index) => isBehind(before[index]!, first) && isBehind(after[index]!, second))
    .sort((a, b) => after[b]! - after[a]!);
  const [cell, next] = cells;
  if (cell === undefined || (next !== undefined && after[cell] === after[next])) return null;
  return cell * Uint32Array.BYTES_PER_ELEMENT;
}

function isBehind(end: number, at: number): boolean {
  return end >= at + PROBE_BYTES && end <= FIRST_BYTES;
}

/** Where an allocation was made, and what lies before all allocations. */
function probe(engine: Engine): readonly [number, Uint32Array] {
  const at = engine.allocate(PROBE_BYTES);
  return [at, new Uint32Array(engine.memory.buffer.slice(0, at - (at % Uint32Array.BYTES_PER_ELEMENT)))];
}
