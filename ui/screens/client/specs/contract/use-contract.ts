// The captured traffic compared with a description, again and again while traffic comes and the comparison is live.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ResultOf } from '../../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../../api/client.ts';
import { onFlowsChanged } from '../../../../state/flows.ts';

export type TrafficCheck = ResultOf<'client.check_contract'>;
export type Endpoint = TrafficCheck['endpoints'][number];

export interface ContractState {
  readonly check: TrafficCheck | null;
  readonly error: string | null;
  readonly isGoing: boolean;
}

/** Milliseconds between two comparisons, and the part of the time that they may take. */
const PAUSE_MS = 1000;
const SHARE = 0.2;

export function useContract(
  spec: string,
  text: string,
  isLive: boolean,
): ContractState & { readonly again: () => void } {
  const [state, setState] = useState<ContractState>({ check: null, error: null, isGoing: true });
  const [round, setRound] = useState(0);
  /** Milliseconds that the last comparison took. */
  const took = useRef(0);
  useEffect(() => {
    const ended = new AbortController();
    const begun = performance.now();
    setState((now) => ({ ...now, isGoing: true }));
    rpc('client.check_contract', { spec, text }, ended.signal).then(
      (check) => {
        took.current = performance.now() - begun;
        setState({ check, error: null, isGoing: false });
      },
      (reason: unknown) => {
        if (!ended.signal.aborted) setState({ check: null, error: messageOf(reason), isGoing: false });
      },
    );
    return () => ended.abort();
  }, [spec, text, round]);
  const again = useCallback(() => setRound((now) => now + 1), []);
  const isGoing = state.isGoing;
  useEffect(() => {
    if (!isLive || isGoing) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onFlowsChanged(() => {
      timer ??= setTimeout(again, Math.max(PAUSE_MS, took.current / SHARE));
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [isLive, isGoing, again]);
  return { ...state, again };
}

/** Returns the number of described responses that were seen. */
export function seenOf({ responses, described }: Endpoint): number {
  const seen = new Set(responses.map(({ key }) => key));
  return described.filter((each) => seen.has(each)).length;
}
