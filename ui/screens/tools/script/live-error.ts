// The latest error of a script while traffic passes.
import { useEffect, useState } from 'react';
import { rpc } from '../../../api/client.ts';

const REFRESH_MS = 1000;

/** Returns the latest error of the script that the rule has now; null without one, and where `rule` is null. */
export function useLiveError(rule: string | null): string | null {
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    setError(null);
    if (rule === null) return undefined;
    let isShown = true;
    const load = async (): Promise<void> => {
      const answer = await rpc('ui.script_error', { rule }).catch(() => null);
      if (isShown && answer !== null) setError(answer.error?.message ?? null);
    };
    void load();
    const timer = setInterval(() => void load(), REFRESH_MS);
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, [rule]);
  return error;
}
