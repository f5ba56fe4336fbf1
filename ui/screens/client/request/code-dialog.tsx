// A request as code, in the format that was last chosen.
import { lazy, Suspense, useEffect, useState } from 'react';
import { messageOf, rpc } from '../../../api/client.ts';
import { Button, Dialog, SelectField } from '../../../parts/index.ts';
import { copyText } from '../../../state/actions.ts';
import { codeFormat, codeFormats } from '../../../state/code-formats.ts';
import { useStore } from '../../../state/store.ts';
import type { Fields } from '../model/open-object.ts';
import css from './request.module.css';

const CodeText = lazy(() => import('../../../editor/code-text.tsx'));

interface CodeDialogProps {
  readonly request: Fields;
  readonly where: { readonly collection?: string; readonly folder?: string };
  readonly onClose: () => void;
}

export function CodeDialog({ request, where, onClose }: CodeDialogProps) {
  const format = useStore(codeFormat);
  const [code, setCode] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    rpc('client.code', { request, ...where, format }).then(
      (answer) => {
        if (!isCurrent) return;
        setCode(answer.code);
        setError(null);
      },
      (reason: unknown) => isCurrent && setError(messageOf(reason)),
    );
    return () => {
      isCurrent = false;
    };
    // The dialog shows the request as it was when it was opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [format]);
  return (
    <Dialog
      title="Code"
      text="Values of secrets and credentials are left out."
      wide
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Close
          </Button>
          <Button
            kind="primary"
            disabled={code === null}
            onClick={() => void copyText(code ?? '', 'Copied the code')}
          >
            Copy
          </Button>
        </>
      }
    >
      <SelectField aria-label="Format" value={format} options={codeFormats} onChange={codeFormat.set} />
      {error !== null && (
        <p className={css['empty']} role="alert">
          {error}
        </p>
      )}
      {code !== null && (
        <div className={css['code']}>
          <Suspense fallback={null}>
            <CodeText text={code} language={LANGUAGES[format] ?? 'plain'} label="Code" />
          </Suspense>
        </div>
      )}
    </Dialog>
  );
}

const LANGUAGES: Readonly<Record<string, string>> = {
  javascript: 'javascript',
  'node-axios': 'javascript',
  markdown: 'markdown',
};
