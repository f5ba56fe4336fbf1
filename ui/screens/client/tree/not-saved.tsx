// Requests that were never saved, until they are saved or discarded.
import { X } from 'lucide-react';
import { IconButton } from '../../../parts/index.ts';
import { discard } from '../model/saving.ts';
import { placed } from '../model/steps.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey, type WorkspaceView } from '../model/workspace.ts';
import css from './tree.module.css';

interface NotSavedProps {
  readonly view: WorkspaceView;
  readonly current: string | null;
}

export function NotSaved({ view, current }: NotSavedProps) {
  const drafts = view.drafts.filter(({ kind, id, isNew }) => isNew && placed(objectKey(kind, id)) === null);
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Not saved">
      <h2 className={css['group']}>Not saved</h2>
      <ul>
        {drafts.map(({ kind, id, name }) => {
          const key = objectKey(kind, id);
          return (
            <li key={key} className={css['draft']} data-current={key === current}>
              <button type="button" data-closes-drawer onClick={() => openTab(key)}>
                {name === '' ? 'No name' : name}
              </button>
              <IconButton icon={X} size="small" label={`Discard ${name}`} onClick={() => void discard(key)} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
