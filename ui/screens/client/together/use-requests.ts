// The requests of the page as they are on the screen, read again when they change.
import { useEffect, useState } from 'react';
import { messageOf, rpc } from '../../../api/client.ts';
import { onWorkspaceEvent } from '../../../state/workspace-events.ts';
import { flushObjects } from '../model/objects.ts';
import type { Fields } from '../model/open-object.ts';

export interface ReadRequest {
  readonly id: string;
  readonly fields: Fields;
  readonly hasDraft: boolean;
}

interface Read {
  /** Null before the first response. */
  readonly requests: readonly ReadRequest[] | null;
  readonly error: string | null;
}

/** Milliseconds in which changes are gathered. */
const GATHER_MS = 200;

export function useRequests(ids: readonly string[]): Read {
  const [read, setRead] = useState<Read>({ requests: null, error: null });
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async (): Promise<void> => {
      try {
        await flushObjects();
        const { requests } = await rpc('client.requests', { requests: [...ids] });
        if (isCurrent) setRead({ requests, error: null });
      } catch (error) {
        if (isCurrent) setRead((now) => ({ ...now, error: messageOf(error) }));
      }
    };
    if (ids.length > 0) void load();
    const stop = onWorkspaceEvent(() => {
      clearTimeout(timer);
      if (ids.length > 0) timer = setTimeout(() => void load(), GATHER_MS);
    });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      stop();
    };
  }, [ids]);
  return read;
}
