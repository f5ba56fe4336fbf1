// Loads the detail of a request, and loads it again whenever its summary changes.
import { useEffect, useState } from 'react';
import type { FlowDetail, FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { flowDetail, messageOf } from '../../../api/client.ts';
import { flowList, flowTable } from '../../../state/flows.ts';
import { useSelected } from '../../../state/store.ts';

export interface LoadedDetail {
  /** Undefined for a request that has left the list. */
  readonly summary: FlowSummary | undefined;
  /** Null until it arrives. */
  readonly detail: FlowDetail | null;
  readonly error: string | null;
}

interface State {
  readonly id: number;
  readonly detail: FlowDetail | null;
  readonly error: string | null;
}

/** The milliseconds between two loads of a pending request. */
const PACE_MS = 250;

export function useDetail(id: number): LoadedDetail {
  const summary = useSelected(flowList, () => flowTable.find(id));
  const [state, setState] = useState<State>({ id, detail: null, error: null });
  const isGone = summary === undefined;
  useEffect(() => {
    if (isGone) return;
    const control = new AbortController();
    const load = async (): Promise<void> => {
      try {
        const detail = await flowDetail(id, control.signal);
        setState({ id, detail, error: null });
      } catch (error) {
        if (!control.signal.aborted) setState((last) => ({ ...last, id, error: messageOf(error) }));
      }
    };
    // A request may change many times a second, so a pending one is loaded after a pause.
    const timer = setTimeout(() => void load(), summary.state === 'pending' ? PACE_MS : 0);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [id, summary, isGone]);
  const isCurrent = state.id === id;
  return { summary, detail: isCurrent ? state.detail : null, error: isCurrent ? state.error : null };
}
