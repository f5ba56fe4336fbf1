// Reads a HAR file, or a JSON session of Charles, entry by entry.
import { UserError } from '../../../base/errors.ts';
import { isCharles, readCharles } from '../../../documents/charles.ts';
import { parseHarText, readHar, type HarReadResult } from '../../../documents/har/reader.ts';
import { harFlowData, type HarFlowData } from './flow-data.ts';

/** The result of reading one entry; `index` counts from 0. */
export type HarEntryResult =
  | { readonly type: 'flow'; readonly index: number; readonly data: HarFlowData }
  | { readonly type: 'skipped'; readonly index: number; readonly reason: string };

/** Yields the entries. Throws an Error with the reason when `text` is neither format. */
export function* readHarEntries(text: string): Generator<HarEntryResult, void, undefined> {
  if (!/^\uFEFF?\s*[[{]/.test(text))
    throw new UserError('INVALID_DATA', 'it is neither a HAR file nor a JSON session of Charles');
  const file = parseHarText(text);
  for (const entry of isCharles(file) ? readCharles(file) : readHar(file)) yield entryResult(entry);
}

function entryResult(entry: HarReadResult): HarEntryResult {
  if (entry.type === 'skipped') return entry;
  const { index, exchange } = entry;
  const data = harFlowData(exchange);
  if (data === null) return { type: 'skipped', index, reason: 'request.url is not an http or https URL' };
  return { type: 'flow', index, data };
}
