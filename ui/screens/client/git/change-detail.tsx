// A changed file: by field, as text, and side by side. A merge that was not decided is decided here.
import { ExternalLink, GitMerge, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { Button, Note, PaneHead, Segmented } from '../../../parts/index.ts';
import { attempt, count } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import { windowName } from '../../../state/window.ts';
import { FieldTable } from '../differences/field-table.tsx';
import { fieldTitle } from '../differences/field-text.ts';
import { placed, undoStep } from '../model/steps.ts';
import { objectKey, workspace } from '../model/workspace.ts';
import { openFile } from './change-list.tsx';
import { gitStatus, type ChangedFile } from './git-status.ts';
import css from './git.module.css';
import parts from './detail.module.css';
import type { Hunk } from './text-lines.ts';
import { SideBySide, Unified } from './text-views.tsx';

type View = 'fields' | 'text' | 'sides';
type Texts = ResultOf<'client.git_texts'>;
type Differences = ResultOf<'client.git_diff'>[number]['differences'];

/** The view that was chosen last, while the page is open. */
let lastView: View = 'fields';

interface ChangeDetailProps {
  readonly file: ChangedFile;
  readonly onDiscard: () => void;
}

export function ChangeDetail({ file, onDiscard }: ChangeDetailProps) {
  const { path, object } = file;
  const [chosen, setChosen] = useState<View>(lastView);
  const { texts, differences, error } = useChange(file);
  const hasFields = differences !== null && differences.length > 0;
  const view = chosen === 'fields' && !hasFields ? 'text' : chosen;
  const conflicts = texts?.conflicts ?? 0;
  return (
    <section className={parts['detail']} aria-label={`Change of ${object?.name ?? path}`}>
      <PaneHead wraps title={<Title file={file} />}>
        <Segmented
          label="View of the change"
          value={view}
          options={[
            ...(hasFields ? ([['fields', 'By field']] as const) : []),
            ['text', 'Text'],
            ['sides', 'Side by side'],
          ]}
          onChange={(next) => {
            lastView = next;
            setChosen(next);
          }}
        />
        <Actions file={file} onDiscard={onDiscard} />
      </PaneHead>
      <p className={parts['path']}>{path}</p>
      {object?.change === 'conflict' && <Merge file={file} conflicts={conflicts} />}
      {error !== null && <p className={css['failed']}>{error}</p>}
      {texts?.isCut === true && (
        <p className={css['empty']}>The file is long: the first megabyte is compared.</p>
      )}
      {view === 'fields' && differences !== null && (
        <div className={css['text']} role="region" aria-label="Changed fields" tabIndex={0}>
          <FieldTable
            differences={differences}
            before="In the last commit"
            onDiscard={(field) => void discardField(file, field)}
          />
        </div>
      )}
      {view !== 'fields' && texts !== null && (
        <div className={css['text']} role="region" aria-label="Text of the change" tabIndex={0}>
          {view === 'text' ? (
            <Unified
              before={texts.before ?? ''}
              after={texts.after ?? ''}
              {...(isEdited(file, texts) && { onDiscard: (hunk) => void discardLines(file, hunk) })}
            />
          ) : (
            <SideBySide before={texts.before ?? ''} after={texts.after ?? ''} />
          )}
        </div>
      )}
    </section>
  );
}

function Actions({ file, onDiscard }: ChangeDetailProps) {
  const { object } = file;
  return (
    <>
      {object !== null && object.change !== 'removed' && object.kind !== 'workspace' && (
        <Button icon={ExternalLink} onClick={() => openFile(file)}>
          Open
        </Button>
      )}
      {object !== null && object.change !== 'conflict' && (
        <Button icon={Undo2} onClick={onDiscard}>
          Discard
        </Button>
      )}
    </>
  );
}

function Title({ file: { path, object } }: Pick<ChangeDetailProps, 'file'>) {
  if (object === null) return path.split('/').at(-1);
  const above = placed(objectKey(object.kind, object.id))?.above ?? [];
  return [...above.map(({ name }) => name), object.name].join(' / ');
}

/** Reads the change, and again when the file changes. */
function useChange({ path, object }: ChangedFile) {
  const [texts, setTexts] = useState<Texts | null>(null);
  const [differences, setDifferences] = useState<Differences | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const read = async (): Promise<void> => {
      const [found, diff] = await Promise.all([
        rpc('client.git_texts', { path }, signal),
        object === null ? [] : rpc('client.git_diff', { paths: [path] }, signal),
      ]);
      setTexts(found);
      setDifferences(diff[0]?.differences ?? []);
      setError(null);
    };
    read().catch((reason: unknown) => {
      if (!signal.aborted) setError(messageOf(reason));
    });
    return () => ended.abort();
  }, [path, object]);
  return { texts, differences, error };
}

function Merge({ file, conflicts }: { readonly file: ChangedFile; readonly conflicts: number }) {
  const take = async (side: 'ours' | 'theirs'): Promise<void> => {
    await attempt('The merge cannot be decided', async () => {
      await rpc('client.git_resolve', { path: file.path, take: side, window: windowName });
      await Promise.all([workspace.load(), gitStatus.load()]);
      say(`Decided the merge of ${file.object?.name ?? file.path}`, undoStep);
    });
  };
  if (conflicts === 0) return null;
  return (
    <Note
      tone="warn"
      icon={GitMerge}
      title={`A merge was not decided in ${count(conflicts, 'place')}`}
      actions={
        <>
          <Button kind="line" onClick={() => void take('ours')}>
            Take this branch
          </Button>
          <Button kind="line" onClick={() => void take('theirs')}>
            Take the other side
          </Button>
        </>
      }
    >
      What is not taken goes to the trash with the file as it is.
    </Note>
  );
}

/** True for an object that is in the commit and on the disk, and not in a merge. */
function isEdited({ object }: ChangedFile, { before, after, isCut, conflicts }: Texts): boolean {
  return object !== null && before !== null && after !== null && !isCut && conflicts === 0;
}

async function discardLines({ path, object }: ChangedFile, { line, now, before }: Hunk): Promise<void> {
  await attempt('The lines cannot be discarded', async () => {
    const lines = { line, now: [...now], before: [...before] };
    await rpc('client.git_discard_lines', { path, ...lines, window: windowName });
    await Promise.all([workspace.load(), gitStatus.load()]);
    say(`Discarded lines of ${object?.name ?? path}`, undoStep);
  });
}

/** Gives one field back; the name goes with the file, and so with all the others. */
async function discardField({ path, object }: ChangedFile, field: string): Promise<void> {
  await attempt('The change cannot be discarded', async () => {
    await rpc('client.git_discard_field', { path, field, window: windowName });
    await Promise.all([workspace.load(), gitStatus.load()]);
    say(`Discarded ${fieldTitle(field)} of ${object?.name ?? path}`, undoStep);
  });
}
