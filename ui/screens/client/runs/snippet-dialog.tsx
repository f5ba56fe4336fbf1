// The same run elsewhere: as a command, a script, or a job of continuous integration.
import { Copy } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ParamsOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { Button, Dialog, Segmented } from '../../../parts/index.ts';
import { copyText } from '../../../state/actions.ts';
import type { TreeObject } from '../model/workspace.ts';
import type { TabSetup } from './setup.ts';
import css from './runs.module.css';

const CodeText = lazy(() => import('../../../editor/code-text.tsx'));

type System = ParamsOf<'client.run_text'>['system'];

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

export function SnippetDialog({ setup: given, collection, onClose }: SnippetDialogProps) {
  const [system, setSystem] = useState<System>('command');
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { setup, name, object } = given;
  // A configuration with changes is not what its file has.
  const saved = object !== null && !object.isUnsaved && name !== null ? { name } : {};
  const key = JSON.stringify({ system, configuration: { ...setup, collection: collection.id }, ...saved });
  useEffect(() => {
    const ended = new AbortController();
    rpc('client.run_text', JSON.parse(key) as ParamsOf<'client.run_text'>, ended.signal).then(
      (result) => {
        setError(null);
        setText(result.text);
      },
      (reason: unknown) => {
        if (!ended.signal.aborted) setError(messageOf(reason));
      },
    );
    return () => ended.abort();
  }, [key]);
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
      <div className={css['snippet']}>
        <Suspense fallback={null}>
          <CodeText text={text} language={LANGUAGES[system]} label="The same run" />
        </Suspense>
      </div>
    </Dialog>
  );
}
