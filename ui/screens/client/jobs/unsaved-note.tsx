// A remark that what is started takes the files, where requests of its collection have changes that are not saved.
import { FileWarning } from 'lucide-react';
import { Button, Note } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { useStore } from '../../../state/store.ts';
import { saveObjects } from '../model/saving.ts';
import { placed } from '../model/steps.ts';
import { unsaved } from '../model/workspace.ts';

/** `collection`: its id. */
export function UnsavedNote({ collection }: { readonly collection: string }) {
  const keys = [...useStore(unsaved)].filter((key) => isIn(key, collection));
  if (keys.length === 0) return null;
  return (
    <Note
      tone="warn"
      icon={FileWarning}
      title={`${count(keys.length, 'object')} ${keys.length === 1 ? 'has' : 'have'} changes that are not saved`}
      actions={
        <Button kind="line" onClick={() => void saveObjects(keys)}>
          Save
        </Button>
      }
    >
      <p>What is started here takes the files.</p>
    </Note>
  );
}

function isIn(key: string, collection: string): boolean {
  const found = placed(key);
  return found !== null && (found.above[0] ?? found.object).id === collection;
}
