// Searches requests by a filter: what is found arrives while the app searches.
import type { Occurrence } from '../../src/session/methods/ui-types.ts';
import { request } from './client.ts';

export interface SearchLine {
  readonly hits: readonly { readonly id: number; readonly found: readonly Occurrence[] }[];
  /** Requests that have been searched so far, and all. */
  readonly searched: number;
  readonly total: number;
  /** Decoded bytes that have been read so far. */
  readonly bytes: number;
}

/** Calls `onLine` for each part of the result. `ids`: the requests to search; null for all. */
export async function search(
  filter: string,
  ids: readonly number[] | null,
  onLine: (line: SearchLine) => void,
  signal: AbortSignal,
): Promise<void> {
  const query = new URLSearchParams({ filter, ...(ids !== null && { ids: ids.join(',') }) });
  const response = await request(`/api/search?${query.toString()}`, { signal });
  let rest = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const value = JSON.parse(line) as SearchLine | { readonly done: true };
      if ('done' in value) return;
      onLine(value);
    }
  }
  throw new Error('The search was cut off');
}
