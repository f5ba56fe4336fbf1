// The comparison of a load test with an earlier one of its collection.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import type { Result, Threshold } from './model.ts';
import type { LoadView } from './view.ts';

export type Comparison = ResultOf<'client.compare_load_tests'>;
export type StoredTest = ResultOf<'client.load_tests'>['loadTests'][number];

export interface Compared {
  /** Earlier tests of the collection, the latest first. */
  readonly others: readonly StoredTest[];
  /** The id of the one that it is compared with; empty for none. */
  readonly before: string;
  readonly choose: (id: string) => void;
  readonly comparison: Comparison | null;
  /** The earlier test. */
  readonly result: Result | null;
  readonly thresholds: readonly Threshold[];
}

interface Earlier {
  readonly comparison: Comparison;
  readonly result: Result;
  readonly thresholds: readonly Threshold[];
}

export function useCompared({ id, state, end, startedAt }: LoadView): Compared {
  const [others, setOthers] = useState<readonly StoredTest[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [earlier, setEarlier] = useState<Earlier | null>(null);
  const isOver = end !== null && state.result !== null;
  const { collection } = state;
  useEffect(() => {
    if (!isOver) return;
    const ended = new AbortController();
    rpc('client.load_tests', { collection }, ended.signal).then(
      ({ loadTests }) =>
        setOthers(
          loadTests.filter((each) => each.id !== id && each.time < startedAt && each.outcome === 'ended'),
        ),
      () => undefined,
    );
    return () => ended.abort();
  }, [isOver, collection, id, startedAt]);
  const before = chosen ?? (others.some((each) => each.id === state.before) ? (state.before ?? '') : '');
  useEffect(() => {
    setEarlier(null);
    if (before === '' || !isOver) return;
    let isWanted = true;
    const read = async (): Promise<void> => {
      const comparison = await rpc('client.compare_load_tests', { id, before });
      const { loadTest } = await rpc('client.history_entry', { id: before });
      const { result, thresholds = [] } = (loadTest ?? {}) as Partial<Earlier>;
      if (isWanted && result !== undefined) setEarlier({ comparison, result, thresholds });
    };
    // A test that was deleted meanwhile is compared with nothing.
    read().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [id, before, isOver]);
  return {
    others,
    before,
    choose: setChosen,
    comparison: earlier?.comparison ?? null,
    result: earlier?.result ?? null,
    thresholds: earlier?.thresholds ?? [],
  };
}
