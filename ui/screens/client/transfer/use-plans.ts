// The plans of the sources of an import.
import { useEffect, useRef, useState } from 'react';
import { messageOf, rpc } from '../../../api/client.ts';
import { sayError } from '../../../state/toasts.ts';
import type { Plan } from './plan-row.tsx';
import type { ImportSource } from './sources.ts';

/** Asks the app what each source would become; those that were asked before are not asked again. */
export function usePlans(sources: readonly ImportSource[]): readonly Plan[] {
  const known = useRef(new Map<ImportSource, Plan>());
  const [plans, setPlans] = useState<readonly Plan[]>([]);
  useEffect(() => {
    let isShown = true;
    const ask = async (): Promise<void> => {
      for (const source of sources) {
        if (known.current.has(source)) continue;
        const { plans: asked } = await rpc('client.plan_import', { sources: [source] });
        known.current.set(source, asked[0]!);
        if (!isShown) return;
        setPlans(sources.flatMap((each) => known.current.get(each) ?? []));
      }
    };
    ask().catch((error: unknown) => sayError(`The files cannot be read: ${messageOf(error)}`));
    return () => {
      isShown = false;
    };
  }, [sources]);
  return plans;
}
