// Further actions of an API description.
import { Pencil, Server, Trash2 } from 'lucide-react';
import { rpc } from '../../../api/client.ts';
import type { MenuEntry } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import { windowName } from '../../../state/window.ts';
import { placed, remove } from '../model/steps.ts';
import { objectKey } from '../model/workspace.ts';

/** Milliseconds in which a mock server starts. */
const START_MS = 20_000;

interface MockEvent {
  readonly type: string;
  readonly url?: string;
  readonly reason?: string;
}

interface NamedSpec {
  readonly id: string;
  readonly name: string;
}

export function specMenu(spec: NamedSpec, onRename: () => void): readonly MenuEntry[] {
  return [
    { label: 'Rename…', icon: Pencil, onSelect: onRename },
    { label: 'Start a mock server', icon: Server, onSelect: () => void startMock(spec) },
    'separator',
    { label: 'Delete', icon: Trash2, danger: true, onSelect: () => void removeSpec(spec) },
  ];
}

/** Starts a mock server that answers as the file of the description says. */
async function startMock({ id, name }: NamedSpec): Promise<void> {
  await attempt('The mock server cannot be started', async () => {
    const { channel } = await rpc('client.start_mock', {
      window: windowName,
      tab: objectKey('spec', id),
      spec: id,
    });
    const { events } = await rpc('client.channel_events', { channel, waitMs: START_MS });
    const [first] = events as readonly MockEvent[];
    if (first?.type !== 'start') throw new Error(first?.reason ?? 'it did not start');
    say(`The mock server of ${name} answers at ${first.url ?? ''}`);
  });
}

async function removeSpec({ id }: NamedSpec): Promise<void> {
  const found = placed(objectKey('spec', id));
  if (found !== null) await remove([found]);
}
