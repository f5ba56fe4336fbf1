// The plan of a load test, as the app makes it, again when something is changed.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { ApiError, messageOf, rpc } from '../../../api/client.ts';
import { onFilesChanged } from '../../../state/workspace-events.ts';
import type { loadParams } from './setup.ts';

export type Plan = ResultOf<'client.plan_load_test'>;

export interface PlanState {
  /** The latest that could be made. */
  readonly plan: Plan | null;
  readonly error: { readonly field: string | null; readonly message: string } | null;
}

/** Milliseconds after the last change before the app is asked. */
const TYPING_MS = 250;

export function usePlan(params: ReturnType<typeof loadParams>): PlanState {
  const [state, setState] = useState<PlanState>({ plan: null, error: null });
  const [changes, setChanges] = useState(0);
  const key = JSON.stringify(params);
  useEffect(() => onFilesChanged(() => setChanges((now) => now + 1)), []);
  useEffect(() => {
    const given = JSON.parse(key) as typeof params;
    if (given === null) return;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      rpc('client.plan_load_test', given, ended.signal).then(
        (plan) => setState({ plan, error: null }),
        (reason: unknown) => {
          if (ended.signal.aborted) return;
          const field = reason instanceof ApiError ? reason.field : null;
          setState({ plan: null, error: { field, message: messageOf(reason) } });
        },
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [key, changes]);
  return state;
}
