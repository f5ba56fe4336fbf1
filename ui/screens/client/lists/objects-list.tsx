// The objects of a kind, such as flows, each with its file; a click opens one.
import { EllipsisVertical } from 'lucide-react';
import { IconButton, Menu } from '../../../parts/index.ts';
import { useResource } from '../../../state/resource.ts';
import { placed, remove } from '../model/steps.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey, workspace, type ObjectKind } from '../model/workspace.ts';
import { copyEntries } from './copy-entries.ts';
import css from './objects-list.module.css';

interface ObjectsListProps {
  readonly kind: ObjectKind;
  /** Shown when there is none. */
  readonly empty: string;
}

export function ObjectsList({ kind, empty }: ObjectsListProps) {
  const { value } = useResource(workspace);
  const objects = (value?.tree ?? []).filter((each) => each.kind === kind);
  if (value !== null && objects.length === 0) return <p className={css['empty']}>{empty}</p>;
  return (
    <div className={css['scroll']}>
      <ul className={css['list']}>
        {objects.map(({ id, name, path }) => {
          const key = objectKey(kind, id);
          const found = placed(key);
          return (
            <li key={id}>
              <button type="button" onClick={() => openTab(key)}>
                {name}
              </button>
              <small className={css['quiet']}>{path}</small>
              <span className={css['end']}>
                <Menu
                  align="end"
                  entries={[
                    { label: 'Open', onSelect: () => openTab(key) },
                    'separator',
                    ...(found === null ? [] : copyEntries(found)),
                    'separator',
                    {
                      label: 'Delete',
                      danger: true,
                      onSelect: () => void (found !== null && remove([found])),
                    },
                  ]}
                >
                  <IconButton icon={EllipsisVertical} size="small" label={`Actions for ${name}`} />
                </Menu>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
