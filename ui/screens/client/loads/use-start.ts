// The start of a load test: at once, or after the question about other machines.
import { useState } from 'react';
import { messageOf } from '../../../api/client.ts';
import { closeTab, openTab } from '../model/tabs.ts';
import { startLoad } from './model.ts';
import { notAllowed } from './remote-question.tsx';
import type { loadParams } from './setup.ts';
import type { Plan } from './use-plan.ts';

/** `tab`: that of the set-up; one that is not saved is closed when the test has started. */
export function useStart(tab: string, params: ReturnType<typeof loadParams>, plan: Plan | null) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isReady = params !== null && plan !== null && !isBusy;
  /** Other machines that it reaches, and those of them that were not asked about. */
  const remote = (plan?.hosts ?? []).filter(({ isLocal }) => !isLocal).map(({ host }) => host);
  const asked = notAllowed(remote);
  const begin = async (): Promise<void> => {
    if (params === null) return;
    setBusy(true);
    try {
      const channel = await startLoad(params);
      if (tab === 'load:new') closeTab(tab);
      else setBusy(false);
      openTab(`load:${channel}`);
    } catch (reason) {
      setError(messageOf(reason));
      setBusy(false);
    }
  };
  const start = (): void => {
    if (!isReady) return;
    if (asked.length > 0) setAsking(true);
    else void begin();
  };
  return {
    error,
    isBusy,
    isReady,
    isAsking,
    remote,
    asked,
    begin,
    start,
    forgetError: () => setError(null),
    endAsking: () => setAsking(false),
  };
}
