// The contract of a traffic format: how captured exchanges leave as a file, and come back from one.
import { setImmediate as turn } from 'node:timers/promises';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import type { Flow } from '../../flow/flow.ts';

/** As the API spells them. */
export type FormatId = 'session' | 'har' | 'csv' | 'postman' | 'openAPI';

/** What flows need of the engine that is to hold them. */
export interface FlowContext {
  readonly captures: CaptureBudget;
  takeId(): number;
}

/** Exchanges, perhaps made while they are read. */
export type Flows = Iterable<Flow> | AsyncIterable<Flow>;

/** An entry that could not be read; the others could. */
export interface SkippedEntry {
  /** Counted from 0. */
  readonly index: number;
  readonly reason: string;
}

/** A file that can be written exchange by exchange, as they finish. */
export interface FileParts {
  readonly head: string | Buffer;
  /** `index` counts those written before. Nothing for what the format has no place for. */
  entry(flow: Flow, index: number): AsyncIterable<string | Buffer>;
  tail(count: number): Promise<string | Buffer>;
}

export interface TrafficFormat {
  readonly id: FormatId;
  /** As menus show it. */
  readonly label: string;
  /** Of a file's name, such as `.har`. */
  readonly extension: string;
  /** The file, piece by piece, of `flows` as they are now. Other work gets its turn in between. */
  readonly write: (flows: Flows) => AsyncIterable<string | Buffer>;
  /** Of a format whose files take little work however large the bodies are. */
  readonly isLight?: true;
  /** Of a format that can be written as exchanges finish. */
  readonly parts?: FileParts;
}

/** All of `flows` in one file; of a list those that are in it now. */
export function fileChunks(parts: FileParts, flows: Flows): AsyncIterable<string | Buffer> {
  return writeChunks(parts, Symbol.iterator in flows ? [...flows] : flows);
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
    // Others are to have their turn, however much there is to write.
    await turn();
  }
  yield await parts.tail(count);
}

export function defineFormat(format: TrafficFormat): TrafficFormat {
  return format;
}
