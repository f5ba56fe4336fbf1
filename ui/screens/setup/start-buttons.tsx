// Starts a browser or a terminal whose traffic goes through the app.
import { Play } from 'lucide-react';
import { useState } from 'react';
import type { ClientTarget, StartableClient } from '../../../src/app/methods/ui-types.ts';
import { rpc } from '../../api/client.ts';
import { attempt } from '../../frame/actions.ts';
import { Button } from '../../parts/index.ts';
import { say } from '../../state/toasts.ts';
import css from './setup.module.css';

interface StartButtonsProps {
  readonly targets: readonly ClientTarget[];
  readonly startable: readonly StartableClient[];
}

/** Nothing is shown for a program that is not installed; the commands beside it remain. */
export function StartButtons({ targets, startable }: StartButtonsProps) {
  const [starting, setStarting] = useState<ClientTarget | null>(null);
  const offered = startable.filter(({ target }) => targets.includes(target));
  if (offered.length === 0) return null;
  const start = async ({ target, program }: StartableClient): Promise<void> => {
    setStarting(target);
    await attempt(`${program} cannot be started`, async () => {
      await rpc('ui.start_client', { target });
      say(`${program} is open: its traffic comes here`);
    });
    setStarting(null);
  };
  return (
    <p className={css['start']}>
      {offered.map((client) => (
        <Button
          key={client.target}
          kind={client === offered[0] ? 'primary' : 'line'}
          icon={Play}
          disabled={starting !== null}
          onClick={() => void start(client)}
        >
          {`Start ${client.program}`}
        </Button>
      ))}
    </p>
  );
}
