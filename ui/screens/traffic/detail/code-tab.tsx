// The request as code, in the format that was last chosen.
import { Copy } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { messageOf, rpc } from '../../../api/client.ts';
import { copyText } from '../../../state/actions.ts';
import { Button, SelectField } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { codeFormat, codeFormats } from '../../../state/code-formats.ts';
import css from './code-tab.module.css';
import shared from '../../../parts/content.module.css';

const CodeText = lazy(() => import('../../../editor/code-text.tsx'));

const LANGUAGES: Readonly<Record<string, string>> = {
  javascript: 'javascript',
  'node-axios': 'javascript',
  markdown: 'markdown',
};

interface State {
  readonly key: string;
  readonly code: string | null;
  readonly error: string | null;
}

export function CodeTab({ id }: { readonly id: number }) {
  const format = useStore(codeFormat);
  const key = `${id} ${format}`;
  const [state, setState] = useState<State>({ key: '', code: null, error: null });
  useEffect(() => {
    let isCurrent = true;
    rpc('ui.generate_code', { format, ids: [id] }).then(
      ({ code }) => isCurrent && setState({ key, code, error: null }),
      (error: unknown) => isCurrent && setState({ key, code: null, error: messageOf(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, format, key]);
  const { code, error } = state;
  return (
    <>
      <div className={shared['bar']}>
        <SelectField
          className={css['select']}
          aria-label="Format"
          value={format}
          options={codeFormats}
          onChange={codeFormat.set}
        />
        <span className={css['gap']} />
        <Button
          size="small"
          icon={Copy}
          disabled={code === null || state.key !== key}
          onClick={() => void copyText(code ?? '', 'Copied the code')}
        >
          Copy
        </Button>
      </div>
      {error !== null && (
        <p className={shared['hint']} role="alert">
          {error}
        </p>
      )}
      {code !== null && (
        <Suspense fallback={null}>
          <CodeText text={code} language={LANGUAGES[format] ?? 'plain'} label="Code" />
        </Suspense>
      )}
    </>
  );
}
