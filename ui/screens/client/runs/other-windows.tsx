// A run of the same collection in another window. This one follows it by itself where nobody sets up a run here: when the
// runner is opened, and while the window is in the background. Otherwise it offers to.
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

/** Channels that were followed without being asked. */
const seen = new Set<string>();

export function OtherWindows({ tab, collection }: { readonly tab: string; readonly collection: string }) {
  const [running, setRunning] = useState<Running | null>(null);
  useEffect(() => {
    let [isShown, isFirst] = [true, true];
    const look = (): void => {
      rpc('client.runs', { collection, limit: 0 }).then(
        ({ running: all }) => {
          if (!isShown) return;
          const other = all.find(({ window }) => window !== windowName) ?? null;
          const isIdle = isFirst || !document.hasFocus();
          isFirst = false;
          if (other === null || seen.has(other.channel) || !isIdle) setRunning(other);
          else {
            seen.add(other.channel);
            void followRun(tab, other.channel, other.startedAt);
          }
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
  }, [tab, collection]);
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
