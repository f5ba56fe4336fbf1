// Runs of AI agents in the traffic, and the one that is shown.
import { useEffect } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { onFlowsChanged } from '../../../state/flows.ts';
import { createResource, useResource } from '../../../state/resource.ts';
import { createStore } from '../../../state/store.ts';

export type ListedRun = ResultOf<'ui.agent_runs'>['runs'][number];

/** The id of the run that is shown in place of the list; null while the list is. */
export const agentRun = createStore<number | null>(null);

export const agentRuns = createResource(() => rpc('ui.agent_runs', {}));

/** Milliseconds between two loads while requests come in. */
const PACE_MS = 600;
const NONE: readonly ListedRun[] = [];

/** Returns the runs, newest last, and follows them. */
export function useAgentRuns(): readonly ListedRun[] {
  const { value } = useResource(agentRuns);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onFlowsChanged(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void agentRuns.load();
      }, PACE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return value?.runs ?? NONE;
}
