// Loads a run of an agent with its steps, and loads it again when it goes on.
import { useEffect, useState } from 'react';
import type { AgentRun } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { useAgentRuns } from '../model/agent-runs.ts';

interface LoadedRun {
  /** Null until it arrives. */
  readonly run: AgentRun | null;
  readonly error: string | null;
}

export function useRun(id: number): LoadedRun {
  const listed = useAgentRuns().find((run) => run.id === id);
  const state = listed === undefined ? '' : JSON.stringify(listed.totals);
  const [loaded, setLoaded] = useState<LoadedRun>({ run: null, error: null });
  useEffect(() => {
    let isCurrent = true;
    rpc('ui.agent_run', { id }).then(
      (run) => isCurrent && setLoaded({ run, error: null }),
      (error: unknown) => isCurrent && setLoaded({ run: null, error: messageOf(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, state]);
  return loaded.run !== null && loaded.run.id !== id ? { run: null, error: null } : loaded;
}
