// A run takes the files: what was typed and is not saved is a question before it begins.
import { TriangleAlert } from 'lucide-react';
import { Button, Note } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { saveObjects } from '../model/saving.ts';
import { keyParts } from '../model/workspace.ts';
import { runWithoutQuestion } from './unsaved.ts';

interface UnsavedNoteProps {
  readonly collection: string;
  readonly keys: readonly string[];
  readonly onRun: () => void;
  readonly onClose: () => void;
}

export function UnsavedNote({ collection, keys, onRun, onClose }: UnsavedNoteProps) {
  const isRequests = keys.every((key) => keyParts(key).kind === 'request');
  const saveAndRun = async (): Promise<void> => {
    if (await saveObjects(keys)) onRun();
  };
  return (
    <Note
      tone="warn"
      icon={TriangleAlert}
      title={`${count(keys.length, isRequests ? 'request' : 'object')} ${keys.length === 1 ? 'has' : 'have'} changes not saved`}
      actions={
        <>
          <Button kind="line" autoFocus onClick={() => void saveAndRun()}>
            Save and run
          </Button>
          <Button
            kind="line"
            onClick={() => {
              runWithoutQuestion(collection);
              onRun();
            }}
          >
            Run what is saved
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      Runs and the command line take the files.
    </Note>
  );
}
