// Shows or edits the body of a message: text, or bytes as Base64.
import { lazy, Suspense, useRef } from 'react';
import { sizeText } from '../../format/measures.ts';
import { formattedJson, languageOf } from '../../format/text.ts';
import { Button } from '../../parts/index.ts';
import { sayError } from '../../state/toasts.ts';
import css from './breakpoints.module.css';
import type { Body } from './edits.ts';

const CodeEdit = lazy(() => import('../../editor/code-edit.tsx'));
const CodeText = lazy(() => import('../../editor/code-text.tsx'));

interface BodyPaneProps {
  readonly label: string;
  readonly body: Body;
  /** Absent for a body that is read-only. */
  readonly onChange?: (body: Body) => void;
}

export function BodyPane({ label, body, onChange }: BodyPaneProps) {
  const isText = typeof body === 'string';
  const text = isText ? body : body.base64;
  const language = isText ? languageOf(text) : 'text';
  return (
    <>
      <div className={css['bodyBar']}>
        <span>{isText ? sizeText(new TextEncoder().encode(text).length) : `Bytes in Base64`}</span>
        <span className={css['gap']} />
        {onChange !== undefined && (
          <>
            {language === 'json' && (
              <Button size="small" onClick={() => onChange(formattedJson(text))}>
                Format
              </Button>
            )}
            <FileButton onLoad={onChange} />
          </>
        )}
      </div>
      <Suspense fallback={null}>
        {onChange === undefined ? (
          <CodeText label={label} language={language} text={isText ? formattedJson(text) : text} />
        ) : (
          <CodeEdit
            label={label}
            language={language}
            fills
            value={text}
            onChange={(next) => onChange(isText ? next : { base64: next })}
          />
        )}
      </Suspense>
    </>
  );
}

function FileButton({ onLoad }: { readonly onLoad: (body: Body) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const load = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      onLoad(bodyOf(new Uint8Array(await file.arrayBuffer())));
    } catch {
      sayError(`${file.name} cannot be read`);
    }
  };
  return (
    <>
      <Button size="small" onClick={() => input.current?.click()}>
        Load file…
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File with the body"
        onChange={(event) => {
          void load(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}

/** Returns the body as text if its bytes are text. */
function bodyOf(bytes: Uint8Array): Body {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return { base64: btoa(binary) };
  }
}
