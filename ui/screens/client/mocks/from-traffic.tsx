// The answer of the real call: a captured exchange with the same method and path becomes an example of the collection.
import { useState } from 'react';
import { rpc } from '../../../api/client.ts';
import { startText } from '../../../format/measures.ts';
import { urlParts } from '../../../format/url.ts';
import { Button, Dialog, StatusText } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { flowTable } from '../../../state/flows.ts';
import { say } from '../../../state/toasts.ts';
import { windowName } from '../../../state/window.ts';
import { undoStep } from '../model/steps.ts';
import { workspace } from '../model/workspace.ts';
import css from './calls.module.css';

export interface CapturedCall {
  readonly id: number;
  readonly status: number;
  readonly origin: string;
  readonly startedAt: string;
}

/** Exchanges that are offered, and rows that are looked at for them. */
const MAX_OFFERED = 20;
const MAX_LOOKED = 20_000;

/** Returns the latest captured exchanges with a method and path that were not answered by the mock at `port`. */
export function capturedLike(method: string, path: string, port: number): readonly CapturedCall[] {
  const found: CapturedCall[] = [];
  let looked = 0;
  flowTable.visitWhile(true, (row) => {
    looked += 1;
    const { url, status } = row;
    const parts = row.method === method && status !== undefined ? urlParts(url) : null;
    if (parts !== null && status !== undefined && parts.path === path && !isMock(parts.origin, port))
      found.push({ id: row.id, status, origin: parts.origin, startedAt: row.startedAt });
    return found.length < MAX_OFFERED && looked < MAX_LOOKED;
  });
  return found;
}

function isMock(origin: string, port: number): boolean {
  return /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::|$)/.test(origin) && origin.endsWith(`:${port}`);
}

interface FromTrafficProps {
  /** The id of the collection. */
  readonly collection: string;
  readonly captured: readonly CapturedCall[];
  readonly onClose: () => void;
}

export function FromTraffic({ collection, captured, onClose }: FromTrafficProps) {
  const [chosen, setChosen] = useState(captured[0]?.id ?? null);
  const save = (): void => {
    onClose();
    if (chosen !== null) void attempt('The example is not added', () => saveCaptured(collection, chosen));
  };
  return (
    <Dialog
      title="Example from traffic"
      text="Secrets are taken out of it; the mock answers with it from the next call on."
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" onClick={save}>
            Add example
          </Button>
        </>
      }
    >
      <ul className={css['captured']} role="radiogroup" aria-label="Captured responses">
        {captured.map(({ id, status, origin, startedAt }) => (
          <li key={id}>
            <label>
              <input type="radio" name="captured" checked={id === chosen} onChange={() => setChosen(id)} />
              <StatusText flow={{ status, state: 'completed' }} />
              <span>{origin}</span>
              <small>{startText(startedAt)}</small>
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

async function saveCaptured(collection: string, id: number): Promise<void> {
  const given = { ids: [id], collection };
  const { requests } = await rpc('client.plan_from_traffic', given);
  // Whatever its status is, its response is wanted as an example.
  const choices = requests.map(({ key }) => ({ key, examples: [id] }));
  await rpc('client.save_from_traffic', { ...given, requests: choices, window: windowName });
  await workspace.load();
  say('Added the example', undoStep);
}
