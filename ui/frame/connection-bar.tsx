// Says that the app cannot be reached, and when it is tried again.
import { WifiOff } from 'lucide-react';
import { Button, Note } from '../parts/index.ts';
import { connection, reconnectNow } from '../state/app.ts';
import { useStore } from '../state/store.ts';
import { useNow } from '../state/clock.ts';

export function ConnectionBar() {
  const state = useStore(connection);
  const isLost = state.type === 'lost';
  const now = useNow(isLost);
  if (!isLost) return null;
  const seconds = Math.max(0, Math.ceil((state.retryAt - now) / 1000));
  return (
    <Note
      tone="danger"
      icon={WifiOff}
      title="Cannot reach Traffic Proxy"
      actions={
        <Button kind="line" size="small" onClick={reconnectNow}>
          Try now
        </Button>
      }
    >
      Retrying in {seconds} s. The list is kept.
    </Note>
  );
}
