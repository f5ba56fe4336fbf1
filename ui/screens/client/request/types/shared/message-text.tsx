// The text of a message in its format, with variables, and a button that lays out JSON.
import { lazy, Suspense, useMemo } from 'react';
import { Button, Segmented } from '../../../../../parts/index.ts';
import { variableExtensions } from '../../../../../editor/variable-extensions.ts';
import type { VariableSource } from '../../../../../editor/variable-source.ts';
import { sayError } from '../../../../../state/toasts.ts';
import { formattedJson } from '../../format-json.ts';
import css from '../../request.module.css';
import { useLatest } from '../../use-latest.ts';
import stepCss from './steps.module.css';

const CodeEdit = lazy(() => import('../../../../../editor/code-edit.tsx'));

export type Format = 'text' | 'json' | 'base64' | 'hex';

const FORMATS: readonly (readonly [Format, string])[] = [
  ['text', 'Text'],
  ['json', 'JSON'],
  ['base64', 'Base64'],
  ['hex', 'Hex'],
];

interface MessageTextProps {
  readonly label: string;
  readonly text: string;
  readonly format: Format;
  /** Absent where the format is always the same. */
  readonly onFormat?: (format: Format) => void;
  readonly variables: VariableSource;
  readonly onChange: (text: string) => void;
}

export function MessageText({ label, text, format, onFormat, variables, onChange }: MessageTextProps) {
  const latest = useLatest(variables);
  const extensions = useMemo(() => variableExtensions(latest), [latest]);
  const layOut = (): void => {
    const formatted = formattedJson(text);
    if (formatted === null) sayError('The message is not JSON: it stays as it is');
    else onChange(formatted);
  };
  return (
    <>
      <div className={css['subBar']}>
        <span className={stepCss['title']}>{label}</span>
        {onFormat !== undefined && (
          <Segmented label="Format" value={format} options={FORMATS} onChange={onFormat} />
        )}
        <span className={css['gap']} />
        {format === 'json' && (
          <Button size="small" onClick={layOut}>
            Format
          </Button>
        )}
      </div>
      <Suspense fallback={null}>
        <CodeEdit
          label={label}
          fills
          value={text}
          language={format === 'json' ? 'json' : 'text'}
          extensions={extensions}
          onChange={onChange}
        />
      </Suspense>
    </>
  );
}
