// The export sheet: the formats for an object, what each cannot hold, and its text.
import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button, Dialog } from '../../../parts/index.ts';
import { attempt, copyText, count } from '../../../state/actions.ts';
import { createStore, useStore } from '../../../state/store.ts';
import { saveExport } from './save-export.ts';
import css from './transfer.module.css';
import { useExport, type Exported, type ExportFormat, type ExportResult } from './use-export.ts';

const CodeText = lazy(() => import('../../../editor/code-text.tsx'));

const shown = createStore<Exported | null>(null);

export function openExport(object: Exported): void {
  shown.set(object);
}

export function ExportSheet() {
  const object = useStore(shown);
  return object === null ? null : <Sheet object={object} />;
}

function Sheet({ object }: { readonly object: Exported }) {
  const { formats, format, result, error, choose } = useExport(object);
  const close = (): void => shown.set(null);
  const save = (saved: ExportResult): void => {
    close();
    void attempt('The export cannot be saved', () => saveExport(saved, format?.isFolder === true));
  };
  return (
    <Dialog
      title={`Export ${object.name}`}
      wide
      onClose={close}
      actions={<Actions format={format} result={result} onSave={save} onClose={close} />}
    >
      {error !== null && <p className={css['failed']}>{error}</p>}
      <div className={css['export']}>
        <Formats formats={formats} chosen={format?.format} onChoose={choose} />
        <div className={css['preview']}>{result !== null && <Preview result={result} />}</div>
      </div>
    </Dialog>
  );
}

interface ActionsProps {
  readonly format: ExportFormat | undefined;
  readonly result: ExportResult | null;
  readonly onSave: (result: ExportResult) => void;
  readonly onClose: () => void;
}

function Actions({ format, result, onSave, onClose }: ActionsProps) {
  const files = result?.files ?? [];
  return (
    <>
      <Button kind="line" onClick={onClose}>
        Cancel
      </Button>
      {format?.isFolder === false && (
        <Button
          disabled={files.length === 0}
          onClick={() => void copyText(files[0]!.text, 'Copied the export')}
        >
          Copy
        </Button>
      )}
      <Button kind="primary" disabled={result === null} onClick={() => onSave(result!)}>
        {format?.isFolder === true ? `Save ${count(files.length, 'file')}…` : 'Save file'}
      </Button>
    </>
  );
}

interface FormatsProps {
  readonly formats: readonly ExportFormat[];
  readonly chosen: string | undefined;
  readonly onChoose: (format: string) => void;
}

function Formats({ formats, chosen, onChoose }: FormatsProps) {
  return (
    <div role="radiogroup" aria-label="Format">
      {formats.map(({ format, label, isFolder, fileName }) => (
        <label key={format} className={css['format']} data-chosen={format === chosen}>
          <input
            type="radio"
            name="export-format"
            checked={format === chosen}
            onChange={() => onChoose(format)}
          />
          <span>
            <strong>{label}</strong>
            <span>{isFolder ? `folder ${fileName}` : fileName}</span>
          </span>
        </label>
      ))}
    </div>
  );
}

/** The characters that the preview shows. */
const MAX_PREVIEW = 200_000;

function Preview({ result: { files, warnings } }: { readonly result: ExportResult }) {
  const [file] = files;
  return (
    <>
      <Warnings warnings={warnings} />
      {file !== undefined && (
        <Suspense fallback={null}>
          <CodeText
            text={file.text.slice(0, MAX_PREVIEW)}
            language={languageOf(file.path)}
            label={`Preview of ${file.path}`}
          />
        </Suspense>
      )}
    </>
  );
}

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
