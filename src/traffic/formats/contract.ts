// The contract of a traffic format: writes captured exchanges to a file, and reads them from one. A format is
// one file or folder beside this one and one line in index.ts. A definition loads its implementation when it
// is called, so that listing the formats costs nothing.
import { setImmediate as turn } from 'node:timers/promises';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import type { Flow } from '../../flow/flow.ts';

/** The services of the engine that create flows: their ids, and the memory for their bodies. */
export interface FlowContext {
  readonly captures: CaptureBudget;
  takeId(): number;
}

/** A sequence of flows, which may be created while it is read. */
export type Flows = Iterable<Flow> | AsyncIterable<Flow>;

export type FileChunks = AsyncIterable<string | Buffer>;

/** A file that is read. */
export interface TrafficSource {
  /** Its first bytes. */
  readonly start: Buffer;
  /** All of it. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Null for one that is not on this machine. */
  readonly path: string | null;
}

/** The content of a file: all of it, or the next part. */
export interface ImportedTraffic {
  readonly flows: readonly Flow[];
  /** The entries that could not be read, with the reasons. */
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
  /** Writes `flows` as they are now, chunk by chunk, and yields to other work in between. */
  readonly write: (flows: Flows) => FileChunks;
  /** Returns false for a flow that the format leaves out as it is now; absent when it leaves none out. */
  readonly represents?: (flow: Flow) => boolean;
  /** True for a format that lets other work pass, however large the bodies are. */
  readonly isLight?: true;
}

export interface FormatImport {
  /** The kinds of files that are read, each with an article: "a session". */
  readonly descriptions: readonly string[];
  /** Returns true when a file that starts with these bytes may be of this format. */
  readonly detect: (start: Buffer) => boolean;
  /** Reads a file part by part. Throws an Error that has the reason when nothing more can be read. */
  readonly read: (source: TrafficSource, context: FlowContext) => AsyncIterable<ImportedTraffic>;
}

/** Reads all parts of a file. */
export async function collectTraffic(parts: AsyncIterable<ImportedTraffic>): Promise<ImportedTraffic> {
  const flows: Flow[] = [];
  const skipped: SkippedEntry[] = [];
  for await (const part of parts) {
    flows.push(...part.flows);
    skipped.push(...part.skipped);
  }
  return { flows, skipped };
}

/** Returns a `read` that loads its implementation when the first part is asked for. */
export function lazyRead(load: () => Promise<FormatImport['read']>): FormatImport['read'] {
  return async function* (source, context) {
    yield* (await load())(source, context);
  };
}

/** A file that can be written exchange by exchange, as exchanges finish. */
export interface FileParts {
  readonly head: string | Buffer;
  /**
   * Writes one entry; `index` is the number of entries before it. Yields nothing for an exchange that the
   * format cannot represent.
   */
  entry(flow: Flow, index: number): FileChunks;
  tail(count: number): Promise<string | Buffer>;
}

/**
 * Writes all of `flows` to one file. An array is copied first, so that flows added during the export are not
 * included.
 */
export function fileChunks(parts: FileParts, flows: Flows): FileChunks {
  return writeChunks(parts, Symbol.iterator in flows ? [...flows] : flows);
}

/** Returns a `write` that loads its implementation on the first call. */
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
    // Yields to other work after every entry.
    await turn();
  }
  yield await parts.tail(count);
}

/** Defines a format. Its names stay literal types, so that the compiler can check other lists against them. */
export function defineFormat<
  const Id extends string,
  const Label extends string,
  const Extension extends string,
  F extends TrafficFormat<Id>,
>(format: F & FormatNames<Id, Label, Extension>): F & FormatNames<Id, Label, Extension> {
  return format;
}

/** The literal types of a format. */
export interface FormatNames<Id, Label, Extension> {
  readonly id: Id;
  readonly label: Label;
  readonly extension: Extension;
}
