// Fields that were changed here and in the file, and the choice between them.
import { useState } from 'react';
import { Button, SectionHead } from '../../../parts/index.ts';
import { rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { reloadObject } from '../model/objects.ts';
import type { OpenObject } from '../model/open-object.ts';
import { windowName } from '../../../state/window.ts';
import { keyParts } from '../model/workspace.ts';
import css from './request.module.css';

interface ConflictPaneProps {
  readonly tabKey: string;
  readonly conflicts: OpenObject['conflicts'];
}

type Side = 'mine' | 'theirs';

export function ConflictPane({ tabKey, conflicts }: ConflictPaneProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const isDecided = conflicts.every(({ field }) => chosen[field] !== undefined);
  const resolve = (take: Readonly<Record<string, Side>>): void => {
    void attempt('The conflict cannot be resolved', async () => {
      await rpc('client.resolve_draft', { ...keyParts(tabKey), take, window: windowName });
      await reloadObject(tabKey);
    });
  };
  const all = (side: Side): void => resolve(Object.fromEntries(conflicts.map(({ field }) => [field, side])));
  return (
    <div className={css['scroll']} role="region" aria-label="Conflict" tabIndex={0}>
      <SectionHead title="Changed here and in the file" note={`${conflicts.length} fields`}>
        <Button size="small" onClick={() => all('mine')}>
          Take all from here
        </Button>
        <Button size="small" onClick={() => all('theirs')}>
          Take all from the file
        </Button>
        <Button size="small" kind="primary" disabled={!isDecided} onClick={() => resolve(chosen)}>
          Use the choice
        </Button>
      </SectionHead>
      {conflicts.map(({ field, mine, theirs }) => (
        <fieldset key={field} className={css['conflict']}>
          <legend>{field}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className={css['side']} data-taken={chosen[field] === side}>
              <input
                type="radio"
                name={`conflict-${field}`}
                checked={chosen[field] === side}
                onChange={() => setChosen((now) => ({ ...now, [field]: side }))}
              />
              <span>{side === 'mine' ? 'Here' : 'In the file'}</span>
              <code>{shown(side === 'mine' ? mine : theirs)}</code>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

function shown(value: unknown): string {
  if (value === undefined) return 'removed';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
