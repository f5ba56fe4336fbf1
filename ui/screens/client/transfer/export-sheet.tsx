// The export sheet: the formats for an object, what each cannot hold, and its text.
import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { Button, Dialog } from '../../../parts/index.ts';
import { attempt, copyText, count } from '../../../state/actions.ts';
import { createStore, useStore } from '../../../state/store.ts';
import { say } from '../../../state/toasts.ts';
import css from './transfer.module.css';

const CodeText = lazy(() => import('../../../editor/code-text.tsx'));

interface Exported {
  readonly kind: 'collection' | 'environment';
  readonly id: string;
  readonly name: string;
}

type Format = ResultOf<'client.export_formats'>['formats'][number];
type Result = ResultOf<'client.export'>;

const shown = createStore<Exported | null>(null);

export function openExport(object: Exported): void {
  shown.set(object);
}

export function ExportSheet() {
  const object = useStore(shown);
  return object === null ? null : <Sheet object={object} />;
}

function Sheet({ object }: { readonly object: Exported }) {
  const { kind, id, name } = object;
  const [formats, setFormats] = useState<readonly Format[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    rpc('client.export_formats', { kind, ref: id }).then(
      (answer) => {
        setFormats(answer.formats);
        setChosen(answer.formats[0]?.format ?? null);
      },
      (reason: unknown) => setError(messageOf(reason)),
    );
  }, [kind, id]);
  useEffect(() => {
    if (chosen === null) return undefined;
    const ended = new AbortController();
    rpc('client.export', { kind, ref: id, format: chosen }, ended.signal).then(
      setResult,
      (reason: unknown) => {
        if (!ended.signal.aborted) setError(messageOf(reason));
      },
    );
    return () => ended.abort();
  }, [kind, id, chosen]);
  const close = (): void => shown.set(null);
  const format = formats.find((each) => each.format === chosen);
  const [file] = result?.files ?? [];
  return (
    <Dialog
      title={`Export ${name}`}
      wide
      onClose={close}
      actions={
        <>
          <Button kind="line" onClick={close}>
            Cancel
          </Button>
          {format?.isFolder === false && (
            <Button
              disabled={file === undefined}
              onClick={() => void copyText(file!.text, 'Copied the export')}
            >
              Copy
            </Button>
          )}
          <Button
            kind="primary"
            disabled={result === null}
            onClick={() => {
              close();
              void attempt('The export cannot be saved', () =>
                saveResult(result!, format?.isFolder === true),
              );
            }}
          >
            {format?.isFolder === true ? `Save ${count(result?.files.length ?? 0, 'file')}…` : 'Save file'}
          </Button>
        </>
      }
    >
      {error !== null && <p className={css['failed']}>{error}</p>}
      <div className={css['export']}>
        <div role="radiogroup" aria-label="Format">
          {formats.map((each) => (
            <label key={each.format} className={css['format']} data-chosen={each.format === chosen}>
              <input
                type="radio"
                name="export-format"
                checked={each.format === chosen}
                onChange={() => {
                  setResult(null);
                  setError(null);
                  setChosen(each.format);
                }}
              />
              <span>
                <strong>{each.label}</strong>
                <span>{each.isFolder ? `folder ${each.fileName}` : each.fileName}</span>
              </span>
            </label>
          ))}
        </div>
        <div className={css['preview']}>
          {result !== null && <Warnings warnings={result.warnings} />}
          {file !== undefined && (
            <Suspense fallback={null}>
              <CodeText
                text={file.text.slice(0, MAX_PREVIEW)}
                language={languageOf(file.path)}
                label={`Preview of ${file.path}`}
              />
            </Suspense>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** The characters that the preview shows. */
const MAX_PREVIEW = 200_000;

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return <p className={css['whole']}>This format holds all of it.</p>;
  return (
    <div className={css['warnings']}>
      <strong>What this format cannot hold</strong>
      {warnings.map((warning) => (
        <p key={warning} className={css['warning']}>
          <TriangleAlert aria-hidden />
          {warning}
        </p>
      ))}
    </div>
  );
}

const LANGUAGES: Readonly<Record<string, string>> = {
  yaml: 'yaml',
  yml: 'yaml',
  html: 'html',
  md: 'markdown',
};

function languageOf(path: string): string {
  return LANGUAGES[path.slice(path.lastIndexOf('.') + 1)] ?? 'json';
}

async function saveResult({ fileName, files }: Result, isFolder: boolean): Promise<void> {
  if (isFolder) {
    await saveFolder(fileName, files);
    return;
  }
  const url = URL.createObjectURL(new Blob([files[0]!.text], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

interface FolderPicker {
  showDirectoryPicker?: (options: { readonly mode: 'readwrite' }) => Promise<FileSystemDirectoryHandle>;
}

/** Writes the files of a folder where the user chooses, in a browser that has a picker for folders. */
async function saveFolder(name: string, files: Result['files']): Promise<void> {
  const { showDirectoryPicker } = window as FolderPicker;
  if (showDirectoryPicker === undefined)
    throw new Error('this browser cannot write folders: use proxyctl collection export');
  const chosen = await showDirectoryPicker({ mode: 'readwrite' });
  const root = await chosen.getDirectoryHandle(name, { create: true });
  for (const { path, text } of files) {
    const parts = path.split('/');
    let folder = root;
    for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create: true });
    const stream = await (await folder.getFileHandle(parts.at(-1)!, { create: true })).createWritable();
    await stream.write(text);
    await stream.close();
  }
  say(`Saved ${count(files.length, 'file')} in ${name}`);
}
