// The latest responses of a request, which the app keeps on this machine, and the one of them that is looked at.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import type { SendEnd } from '../sends/events.ts';
import type { SendState } from '../sends/index.ts';
import { storedSend, type Ended } from '../sends/state.ts';

export type StoredResponse = ResultOf<'client.responses'>['responses'][number];

export interface StoredResponses {
  /** The latest first. */
  readonly list: readonly StoredResponse[];
  /** The one that is looked at; null for none. */
  readonly shown: Ended | null;
  /** Its index in the list; -1 for none. */
  readonly index: number;
  readonly show: (index: number) => void;
  /** Goes back to what the tab has sent itself. */
  readonly leave: () => void;
}

/** `request`: the id of the request; null where it has none. */
export function useStored(request: string | null, send: SendState): StoredResponses {
  const [list, setList] = useState<readonly StoredResponse[]>([]);
  const [shown, setShown] = useState<Ended | null>(null);
  const isGoing = send.type === 'going';
  const [wasGoing, setWasGoing] = useState(isGoing);
  if (wasGoing !== isGoing) {
    setWasGoing(isGoing);
    // A new send is what is of interest now.
    if (isGoing) setShown(null);
  }
  useEffect(() => {
    if (request === null || isGoing) return undefined;
    const control = new AbortController();
    rpc('client.responses', { request }, control.signal).then(
      ({ responses }) => setList(responses),
      () => undefined,
    );
    return () => control.abort();
  }, [request, isGoing]);
  const show = (index: number): void => {
    const wanted = list[index];
    if (request === null || wanted === undefined) return;
    void attempt('The response cannot be shown', async () => {
      const { id } = wanted;
      const { summary, end, events } = await rpc('client.response', { request, id });
      setShown(storedSend({ request, id }, summary.time, events, end as unknown as SendEnd));
    });
  };
  const index = shown === null ? -1 : list.findIndex(({ id }) => id === shown.stored?.id);
  return { list, shown, index, show, leave: () => setShown(null) };
}
