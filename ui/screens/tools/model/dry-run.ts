// The dry run of a draft: which captured requests it would match, and what is wrong with it.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { flowList } from '../../../state/flows.ts';
import { useStore } from '../../../state/store.ts';
import { useThrottled } from '../../../state/throttled.ts';
import { fieldError, type FieldError } from './actions.ts';
import type { Rule } from './drafts.ts';

export interface DryRun {
  /** Null until the first result. It stays while the rule is invalid. */
  readonly result: ResultOf<'ui.dry_run_rule'> | null;
  readonly error: FieldError | null;
}

/** The milliseconds without typing before a run, and those between two runs while traffic arrives. */
const TYPING_MS = 150;
const TRAFFIC_MS = 1000;

const NOTHING: DryRun = { result: null, error: null };

/** Renders the number of requests that a rule was compared with, the newest where there are more. */
export function examinedText({ examined, isCut }: NonNullable<DryRun['result']>): string {
  return `${isCut ? 'the newest ' : ''}${examined.toLocaleString('en')}`;
}

/** Runs the rule again whenever it or the traffic list changes. */
export function useDryRun(tool: string, rule: Rule | null): DryRun {
  const [state, setState] = useState(NOTHING);
  const traffic = useThrottled(useStore(flowList), TRAFFIC_MS);
  useEffect(() => {
    if (rule === null) return;
    const stop = new AbortController();
    const timer = setTimeout(() => void run(), TYPING_MS);
    const run = async (): Promise<void> => {
      try {
        const result = await rpc('ui.dry_run_rule', { tool, rule: { ...rule, id: '' } }, stop.signal);
        setState({ result, error: null });
      } catch (error) {
        if (stop.signal.aborted) return;
        const isBlank = rule['pattern'] === '';
        setState(({ result }) => ({ result: isBlank ? null : result, error: fieldError(error) }));
      }
    };
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [tool, rule, traffic]);
  return rule === null ? NOTHING : state;
}
