// The captured traffic compared with a description. It is compared again on request, and the page says what came since.
import { useCallback, useEffect, useState } from 'react';
import type { ResultOf } from '../../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../../api/client.ts';

export type TrafficCheck = ResultOf<'client.check_contract'>;
export type Endpoint = TrafficCheck['endpoints'][number];

export interface ContractState {
  readonly check: TrafficCheck | null;
  readonly error: string | null;
  readonly isGoing: boolean;
}

export function useContract(spec: string, text: string): ContractState & { readonly again: () => void } {
  const [state, setState] = useState<ContractState>({ check: null, error: null, isGoing: true });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const ended = new AbortController();
    setState((now) => ({ ...now, isGoing: true }));
    rpc('client.check_contract', { spec, text }, ended.signal).then(
      (check) => setState({ check, error: null, isGoing: false }),
      (reason: unknown) => {
        if (!ended.signal.aborted) setState({ check: null, error: messageOf(reason), isGoing: false });
      },
    );
    return () => ended.abort();
  }, [spec, text, round]);
  const again = useCallback(() => setRound((now) => now + 1), []);
  return { ...state, again };
}
