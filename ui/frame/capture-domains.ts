// The domains of an app: those suggested, those chosen, and those already captured.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../api/client.ts';
import { appStatus } from '../state/app.ts';
import { say } from '../state/toasts.ts';
import { attempt, count } from '../state/actions.ts';

/** The state of the capture sheet. */
export interface Domains {
  readonly groups: readonly (readonly [title: string, domains: readonly string[]])[];
  readonly chosen: readonly string[];
  /** The domains that are already captured. */
  readonly captured: readonly string[];
  readonly isLoading: boolean;
  readonly error: string | null;
  readonly toggle: (domain: string) => void;
}

/** Loads the domains of an app, and keeps the user's choice among them. */
export function useDomains(app: string): Domains {
  const [found, setFound] = useState<ResultOf<'suggest_capture_domains'> | null>(null);
  const [captured, setCaptured] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    Promise.all([rpc('suggest_capture_domains', { app }), rpc('ui.dns_capture', {})]).then(
      ([suggested, { apps }]) => {
        const before = apps.find((each) => each.app === app)?.domains ?? [];
        setFound(suggested);
        setCaptured(before);
        setChosen(before.length > 0 ? before : suggested.recommended);
      },
      (reason: unknown) => setError(messageOf(reason)),
    );
  }, [app]);
  const known = [...(found?.recommended ?? []), ...(found?.others ?? [])];
  const typed = [...new Set([...captured, ...chosen])].filter((domain) => !known.includes(domain));
  return {
    groups: [
      ['Recommended', found?.recommended ?? []],
      ['Others', found?.others ?? []],
      ['Chosen by you', typed],
    ],
    chosen,
    captured,
    error,
    isLoading: found === null && error === null,
    toggle: (domain) =>
      setChosen(chosen.includes(domain) ? chosen.filter((each) => each !== domain) : [...chosen, domain]),
  };
}

/**
 * Captures `domains` in place of `before`; an empty list ends the capture. The user can undo it. Rejects with the
 * reason.
 */
export async function captureDomains(
  app: string,
  before: readonly string[],
  domains: readonly string[],
): Promise<void> {
  await rpc('ui.capture_domains', { app, domains: [...domains] });
  await appStatus.load();
  const text =
    domains.length === 0
      ? `${app} is no longer captured`
      : `Captured ${count(domains.length, 'domain')} of ${app}`;
  say(text, () => {
    void attempt('The domains cannot be changed', async () => {
      await rpc('ui.capture_domains', { app, domains: [...before] });
      await appStatus.load();
    });
  });
}
