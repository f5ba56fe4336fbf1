// The contract of a traffic format: how captured exchanges are written to a file, and read from one. A format is one file
// or folder beside this one and one line in index.ts. A definition loads what it needs when it is called, so that listing
// the formats costs nothing.
import { setImmediate as turn } from 'node:timers/promises';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import type { Flow } from '../../flow/flow.ts';

/** The engine in which flows are created: their ids, and the memory for their bodies. */
export interface FlowContext {
  readonly captures: CaptureBudget;
  takeId(): number;
}

/** Exchanges, perhaps created while they are read. */
export type Flows = Iterable<Flow> | AsyncIterable<Flow>;

export type FileChunks = AsyncIterable<string | Buffer>;

export interface ImportedTraffic {
  readonly flows: readonly Flow[];
  /** Entries that could not be read, and why. */
  readonly skipped: readonly SkippedEntry[];
}

export interface SkippedEntry {
  /** Counted from 0. */
  readonly index: number;
  readonly reason: string;
}

export interface TrafficFormat<Id extends string = string> {
  /** The name in the API. */
  readonly id: Id;
  /** The name in menus. */
  readonly label: string;
  /** File name extension, such as `.har`. */
  readonly extension: string;
  /** Absent for a format that is only read. */
  readonly export?: FormatExport;
  /** Absent for a format that is only written. */
  readonly import?: FormatImport;
}

export interface FormatExport {
  /** Writes `flows` as they are now, chunk by chunk. Other work gets its turn in between. */
  readonly write: (flows: Flows) => FileChunks;
  /** True for a format that takes little work however large the bodies are. */
  readonly isLight?: true;
}

export interface FormatImport {
  /** The files that are read, each with an article: "a session". */
  readonly descriptions: readonly string[];
  /** Returns true when a file that starts with these bytes may be of this format. */
  readonly detect: (start: Buffer) => boolean;
  /** Rejects with an Error that has the reason when nothing can be read. */
  readonly read: (chunks: AsyncIterable<Buffer>, context: FlowContext) => Promise<ImportedTraffic>;
}

/** A file that can be written exchange by exchange, as they finish. */
export interface FileParts {
  readonly head: string | Buffer;
  /** `index` counts the entries before. Yields nothing for an exchange that the format cannot hold. */
  entry(flow: Flow, index: number): FileChunks;
  tail(count: number): Promise<string | Buffer>;
}

/** Writes all of `flows` to one file; of a list the flows that are in it now. */
export function fileChunks(parts: FileParts, flows: Flows): FileChunks {
  return writeChunks(parts, Symbol.iterator in flows ? [...flows] : flows);
}

/** Makes a `write` that loads its implementation when it is called. */
export function lazyWrite(load: () => Promise<FormatExport['write']>): FormatExport['write'] {
  return (flows) => loadAndWrite(load, Symbol.iterator in flows ? [...flows] : flows);
}

async function* loadAndWrite(
  load: () => Promise<FormatExport['write']>,
  flows: Flows,
): AsyncGenerator<string | Buffer> {
  const write = await load();
  yield* write(flows);
}

async function* writeChunks(parts: FileParts, flows: Flows): AsyncGenerator<string | Buffer> {
  yield parts.head;
  let count = 0;
  for await (const flow of flows) {
    let isWritten = false;
    for await (const chunk of parts.entry(flow, count)) {
      isWritten = true;
      yield chunk;
    }
    if (isWritten) count += 1;
    // Gives other work its turn, however much there is to write.
    await turn();
  }
  yield await parts.tail(count);
}

/** Keeps the id of a format as a literal type. */
export function defineFormat<const Id extends string, F extends TrafficFormat<Id>>(
  format: F & { readonly id: Id },
): F & { readonly id: Id } {
  return format;
}
