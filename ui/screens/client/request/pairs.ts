// Rows of a table as the pairs of a file.
import type { KeyValue } from '../../../key-values/index.ts';
import type { Pair, QueryPair } from './fields.ts';

export function queryPairsOf(rows: readonly KeyValue[]): QueryPair[] {
  return rows.map(({ name, value, enabled = true, docs = '' }) => ({ name, value, enabled, docs }));
}

export function pairsOf(rows: readonly KeyValue[]): Pair[] {
  return queryPairsOf(rows).map((pair) => ({ ...pair, value: pair.value ?? '' }));
}
