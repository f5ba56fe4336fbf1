// The trash of the workspace, and how to get back from it.
import { Undo2 } from 'lucide-react';
import { rpc } from '../../../api/client.ts';
import { Button, PaneHead } from '../../../parts/index.ts';
import { createResource, useResource } from '../../../state/resource.ts';
import { dateTimeText } from '../../../format/measures.ts';
import { onFilesChanged } from '../../../state/workspace-events.ts';
import { act } from '../model/steps.ts';
import css from './pages.module.css';

const trash = createResource(async () => (await rpc('restore_item', {})).trash);

onFilesChanged(() => trash.refresh());

export function TrashPage() {
  const { value, error } = useResource(trash);
  const restore = async (trashId: string, name: string): Promise<void> => {
    await act(`Restored ${name}`, [{ method: 'restore_item', params: { trashId } }]);
    await trash.load();
  };
  return (
    <>
      <PaneHead title="Trash" note="deleted objects of this workspace, in its folder .trash" />
      {error !== null && <p className={css['failed']}>The trash cannot be read: {error}</p>}
      {value?.length === 0 && (
        <p className={css['empty']}>The trash is empty. What is deleted in the tree goes here.</p>
      )}
      {value !== null && value.length > 0 && (
        <div className={css['scroll']} role="region" aria-label="Deleted objects" tabIndex={0}>
          <table className={css['table']}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Kind</th>
                <th scope="col">Was in</th>
                <th scope="col">Deleted</th>
                <th scope="col">
                  <span hidden>Action</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {value.map(({ trashId, kind, name, path, removedAt }) => (
                <tr key={trashId}>
                  <td>{name}</td>
                  <td>{kind}</td>
                  <td className={css['mono']}>{path}</td>
                  <td>{dateTimeText(removedAt)}</td>
                  <td>
                    <Button size="small" icon={Undo2} onClick={() => void restore(trashId, name)}>
                      Restore
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
