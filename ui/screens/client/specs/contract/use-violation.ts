// A violation up close: what the description asks for, what the requests have, and the corrections that are possible.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../../api/client.ts';

export type Violation = ResultOf<'client.contract_violation'>;

export interface Violated {
  /** Id of the description. */
  readonly spec: string;
  readonly operation: string;
  readonly what: string;
  /** Requests that have it. */
  readonly ids: readonly number[];
}

interface ViolationState {
  readonly violation: Violation | null;
  readonly error: string | null;
}

/** Reads it again when the text or the requests change; what was read before stays until then. */
export function useViolation({ spec, operation, what, ids }: Violated, text: string): ViolationState {
  const [state, setState] = useState<ViolationState>({ violation: null, error: null });
  const known = ids.join(',');
  useEffect(() => {
    const ended = new AbortController();
    const wanted = known === '' ? [] : known.split(',').map(Number);
    rpc('client.contract_violation', { spec, text, operation, what, ids: wanted }, ended.signal).then(
      (violation) => setState({ violation, error: null }),
      (reason: unknown) => {
        if (!ended.signal.aborted) setState({ violation: null, error: messageOf(reason) });
      },
    );
    return () => ended.abort();
  }, [spec, text, operation, what, known]);
  return state;
}
