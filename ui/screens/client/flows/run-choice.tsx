// A run takes the files: where something is not saved, the choice between saving it and running what is saved.
import { TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, Note } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { save, saveAll } from '../model/saving.ts';
import { placed } from '../model/steps.ts';
import { unsaved } from '../model/workspace.ts';
import type { RunOptions } from './runs.ts';

/** True once the user has chosen to run what is saved, for this session of the page. */
let runsSaved = false;

interface RunChoice {
  /** Runs, or asks first. */
  readonly ask: (options: RunOptions) => void;
  /** The question; null while there is none. */
  readonly note: ReactNode;
}

export function useRunChoice(tabKey: string, run: (options: RunOptions) => void): RunChoice {
  const dirty = useStore(unsaved);
  const [asked, setAsked] = useState<RunOptions | null>(null);
  // Requests that have no file cannot be part of a flow.
  const keys = [...dirty].filter(
    (key) => key === tabKey || (key.startsWith('request:') && placed(key) !== null),
  );
  const others = keys.filter((key) => key !== tabKey).length;
  const ask = (options: RunOptions): void => {
    if (keys.length === 0 || runsSaved) run(options);
    else setAsked(options);
  };
  if (asked === null || keys.length === 0) return { ask, note: null };
  const answer = (): void => {
    setAsked(null);
    run(asked);
  };
  const saveFirst = async (): Promise<void> => {
    if (others > 0) await saveAll();
    else if (!(await save(tabKey))) return;
    answer();
  };
  const what = [
    keys.includes(tabKey) ? 'This flow' : null,
    others === 0 ? null : `${others} ${others === 1 ? 'request' : 'requests'}`,
  ].filter((part) => part !== null);
  return {
    ask,
    note: (
      <Note
        tone="warn"
        icon={TriangleAlert}
        title={`${what.join(' and ')} ${keys.length === 1 ? 'has' : 'have'} changes not saved`}
        actions={
          <>
            <Button
              size="small"
              onClick={() => {
                runsSaved = true;
                answer();
              }}
            >
              Run what is saved
            </Button>
            <Button size="small" kind="line" onClick={() => void saveFirst()}>
              Save and run
            </Button>
          </>
        }
      />
    ),
  };
}
