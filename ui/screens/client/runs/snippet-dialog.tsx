// The same run elsewhere: as a command, a script, or a job of continuous integration.
import { Copy } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button, Dialog, Segmented } from '../../../parts/index.ts';
import { copyText } from '../../../state/actions.ts';
import type { TreeObject } from '../model/workspace.ts';
import { useRunText, type System } from './run-text.ts';
import type { TabSetup } from './setup.ts';
import css from './runs.module.css';
import form from './setup.module.css';

const CodeText = lazy(() => import('../../../editor/code-text.tsx'));

const SYSTEMS: readonly (readonly [System, string])[] = [
  ['command', 'Command'],
  ['shell', 'Shell'],
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
];

const LANGUAGES = { command: 'shell', shell: 'shell', github: 'yaml', gitlab: 'yaml' } as const;

interface SnippetDialogProps {
  readonly setup: TabSetup;
  readonly collection: TreeObject;
  readonly onClose: () => void;
}

export function SnippetDialog({ setup, collection, onClose }: SnippetDialogProps) {
  const [system, setSystem] = useState<System>('command');
  const { text, error } = useRunText(setup, collection.id, system);
  return (
    <Dialog
      wide
      title="Run in CI"
      text="Starts the same run with the files of the workspace. Values of secrets come from the environment of the job."
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Close
          </Button>
          <Button kind="primary" icon={Copy} onClick={() => void copyText(text, 'Copied')}>
            Copy
          </Button>
        </>
      }
    >
      <Segmented label="System" value={system} options={SYSTEMS} onChange={setSystem} />
      {error !== null && (
        <p className={css['failed']} role="alert">
          {error}
        </p>
      )}
      <div className={form['snippet']}>
        <Suspense fallback={null}>
          <CodeText text={text} language={LANGUAGES[system]} label="The same run" />
        </Suspense>
      </div>
    </Dialog>
  );
}
