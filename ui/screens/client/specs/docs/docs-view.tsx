// The documentation of a description as it would be published, in a frame in which nothing runs and nothing is loaded.
import { Download } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type CSSProperties } from 'react';
import type { ResultOf } from '../../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../../api/client.ts';
import { useCommands } from '../../../../commands/index.ts';
import { attempt } from '../../../../state/actions.ts';
import { styleNonce } from '../../../../styles/nonce.ts';
import { useWidth } from '../../../../parts/index.ts';
import { saveExport } from '../../transfer/save-export.ts';
import type { SpecViewProps } from '../view-props.ts';
import { DocsBar, type Theme, type Width } from './docs-bar.tsx';
import css from './docs.module.css';

type Page = ResultOf<'client.spec_docs'>;

/** Pixels around the page, see the style sheet. */
const STAGE_PADDING = 12;

export function DocsView({ id, name, text }: SpecViewProps) {
  const [width, setWidth] = useState<Width>('1280');
  const [theme, setTheme] = useState<Theme>('light');
  const [withCollection, setWithCollection] = useState(true);
  const { page, error } = useDocs(id, text, withCollection);
  const stage = useRef<HTMLDivElement>(null);
  const space = useWidth(stage, page !== null) - 2 * STAGE_PADDING;
  const framed = useMemo(() => (page === null ? '' : forFrame(page.html, theme)), [page, theme]);
  const savePage = useSave(name, page);
  return (
    <div className={css['view']}>
      <DocsBar
        {...{ width, theme, withCollection }}
        bytes={page?.bytes ?? null}
        isGoing={page === null && error === null}
        onWidth={setWidth}
        onTheme={setTheme}
        onCollection={setWithCollection}
        onSave={savePage}
      />
      {error !== null && (
        <p className={css['failed']} role="alert">
          {error}
        </p>
      )}
      {page !== null && (
        <div ref={stage} className={css['stage']} tabIndex={0} role="region" aria-label="Preview">
          <iframe
            className={css['frame']}
            style={fitting(Number(width), space)}
            title={`Documentation of ${name}`}
            sandbox=""
            srcDoc={framed}
          />
        </div>
      )}
      <p className={css['left']}>
        Left out always: secrets, values of secret variables, scripts. The search and the choice of a code
        format work in the saved page.
      </p>
    </div>
  );
}

/** Returns the style of a page of a width that is made smaller where there is less room. */
function fitting(width: number, space: number): CSSProperties {
  const scale = space > 0 ? Math.min(1, space / width) : 1;
  return { width, height: `${100 / scale}%`, transform: `scale(${scale})` };
}

/** Returns the page for a frame of this page, whose policy holds in it too, in the theme that is chosen. */
function forFrame(html: string, theme: Theme): string {
  return html
    .replace('<html', `<html data-theme="${theme}"`)
    .replaceAll(/<script[\s\S]*?<\/script>|<link rel="icon"[^>]*>/g, '')
    .replaceAll('<style>', `<style nonce="${styleNonce()}">`);
}

/** Returns a function that saves the page, and offers it as a command. */
function useSave(name: string, page: Page | null): () => void {
  const savePage = (): void => {
    if (page === null) return;
    const fileName = `${name.replaceAll(/[/\\:*?"<>|]/g, '-') || 'api'} docs.html`;
    void attempt('The page cannot be saved', () =>
      saveExport({ fileName, files: [{ path: fileName, text: page.html }], warnings: [] }, false),
    );
  };
  useCommands([
    {
      id: 'client.spec-save-docs',
      title: 'Save the documentation as HTML',
      group: 'client',
      heading: 'API description',
      keys: 'mod+e',
      inFields: true,
      icon: Download,
      ...(page === null && { why: 'The page is not written yet' }),
      run: savePage,
    },
  ]);
  return savePage;
}

function useDocs(spec: string, text: string, withCollection: boolean) {
  const [page, setPage] = useState<Page | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    rpc('client.spec_docs', { spec, text, withCollection }, ended.signal).then(
      (written) => {
        setPage(written);
        setError(null);
      },
      (reason: unknown) => {
        if (!ended.signal.aborted) setError(messageOf(reason));
      },
    );
    return () => ended.abort();
  }, [spec, text, withCollection]);
  return { page, error };
}
