// Starts a browser or a terminal whose traffic goes through the app.
import { Globe, Play, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import type { ClientTarget } from '../../src/session/methods/ui-types.ts';
import { rpc } from '../api/client.ts';
import { Button } from '../parts/index.ts';
import { machine } from '../state/app.ts';
import { useResource } from '../state/resource.ts';
import { say } from '../state/toasts.ts';
import { attempt } from '../state/actions.ts';
import type { Command } from '../commands/index.ts';
import css from './controls.module.css';

interface StartButtonsProps {
  readonly targets: readonly ClientTarget[];
}

/** Buttons that start the programs that are installed. */
export function StartButtons({ targets }: StartButtonsProps) {
  const { value } = useResource(machine);
  const [isStarting, setStarting] = useState(false);
  const offered = (value?.startable ?? []).filter(({ target }) => targets.includes(target));
  if (offered.length === 0) return null;
  const start = async (target: ClientTarget): Promise<void> => {
    setStarting(true);
    await startClient(target);
    setStarting(false);
  };
  return (
    <p className={css['start']}>
      {offered.map(({ target, program }, index) => (
        <Button
          key={target}
          kind={index === 0 ? 'primary' : 'line'}
          icon={Play}
          disabled={isStarting}
          onClick={() => void start(target)}
        >
          {`Start ${program}`}
        </Button>
      ))}
    </p>
  );
}

async function startClient(target: ClientTarget): Promise<void> {
  await attempt('It cannot be started', async () => {
    const { program } = await rpc('ui.start_client', { target });
    say(`${program} is open: its traffic comes here`);
  });
}

export const START_COMMANDS: readonly Command[] = [
  command('chromium', 'Start Chrome, Edge, Brave or Chromium'),
  command('firefox', 'Start Firefox'),
  command('terminal', 'Open a terminal'),
];

function command(target: ClientTarget, title: string): Command {
  return {
    id: `app.start.${target}`,
    title,
    group: 'app',
    icon: target === 'terminal' ? SquareTerminal : Globe,
    words: 'browser capture setup shell',
    run: () => void startClient(target),
  };
}
