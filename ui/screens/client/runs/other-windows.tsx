// A run of the same collection in another window, which this one can follow.
import { Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { Button, Note } from '../../../parts/index.ts';
import { windowName } from '../../../state/window.ts';
import { followRun } from './live.ts';

type Running = ResultOf<'client.runs'>['running'][number];

/** Milliseconds between two looks. */
const LOOK_MS = 2000;

export function OtherWindows({ tab, collection }: { readonly tab: string; readonly collection: string }) {
  const [running, setRunning] = useState<Running | null>(null);
  useEffect(() => {
    let isShown = true;
    const look = (): void => {
      rpc('client.runs', { collection, limit: 0 }).then(
        ({ running: all }) => {
          if (isShown) setRunning(all.find(({ window }) => window !== windowName) ?? null);
        },
        () => undefined,
      );
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, [collection]);
  if (running === null) return null;
  const { channel, startedAt, done, total } = running;
  return (
    <Note
      tone="info"
      icon={Play}
      title="It runs in another window"
      actions={
        <Button kind="line" onClick={() => void followRun(tab, channel, startedAt)}>
          Follow
        </Button>
      }
    >
      {done} of {total} requests. A run of this window goes on beside it.
    </Note>
  );
}
