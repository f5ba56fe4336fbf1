// The problems and the parts of a description while it is typed. A check that a later key has overtaken is given up.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { useStore } from '../../../state/store.ts';
import { flushObjects } from '../model/objects.ts';
import { objectKey } from '../model/workspace.ts';
import { problemCounts } from './problem-counts.ts';
import { ruleset } from './ruleset.tsx';

type Linted = ResultOf<'client.lint_spec'>;
export type Problem = Linted['problems'][number];
export type OutlineGroup = NonNullable<Linted['outline']>[number];
export type OutlineItem = OutlineGroup['items'][number];

export interface Lint {
  readonly errors: number;
  readonly warnings: number;
  readonly problems: readonly Problem[];
  /** Parts of the text as it could be read last. */
  readonly outline: readonly OutlineGroup[];
  /** True while the text has changed since it was checked. */
  readonly isStale: boolean;
  /** The reason why the text cannot be checked. */
  readonly error: string | null;
}

/** Milliseconds after the last key, for texts up to `LONG` characters, and for longer ones. */
const TYPING_MS = 120;
const LONG_TYPING_MS = 500;
const LONG = 1_000_000;

const NOTHING: Lint = { errors: 0, warnings: 0, problems: [], outline: [], isStale: true, error: null };

interface LintQuery {
  readonly spec: string;
  readonly text: string;
  /** The path of a ruleset; empty for the recommended rules. */
  readonly rules: string;
}

/** A long text is known to the app as soon as it has the draft, and is not sent once more. */
async function lintOf({ spec, text, rules }: LintQuery, signal: AbortSignal): Promise<Linted> {
  const params = { spec, ...(rules !== '' && { ruleset: rules }) };
  if (text.length <= LONG) return rpc('client.lint_spec', { ...params, text }, signal);
  await flushObjects([objectKey('spec', spec)]);
  return rpc('client.lint_spec', params, signal);
}

/** Checks the text of a description; null while it is not known. */
export function useLint(spec: string, text: string | null): Lint {
  const rules = useStore(ruleset);
  const [lint, setLint] = useState<Lint>(NOTHING);
  const [checked, setChecked] = useState<string | null>(null);
  useEffect(() => {
    if (text === null) return;
    const ended = new AbortController();
    const timer = setTimeout(
      () => {
        lintOf({ spec, text, rules }, ended.signal).then(
          ({ outline, ...found }) => {
            setLint((before) => ({
              ...found,
              outline: outline ?? before.outline,
              isStale: false,
              error: null,
            }));
            setChecked(text);
            problemCounts.update((all) => new Map(all).set(spec, found.errors + found.warnings));
          },
          (reason: unknown) => {
            if (ended.signal.aborted) return;
            setLint((before) => ({
              ...before,
              problems: [],
              errors: 1,
              warnings: 0,
              error: messageOf(reason),
            }));
            setChecked(text);
          },
        );
      },
      checked === null ? 0 : text.length > LONG ? LONG_TYPING_MS : TYPING_MS,
    );
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- that it was checked is no reason to check again
  }, [spec, text, rules]);
  return checked === text || lint === NOTHING ? lint : { ...lint, isStale: true };
}
