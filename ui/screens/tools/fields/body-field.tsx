// The field for a body: text, the path of a file, or Base64.
import { lazy, Suspense } from 'react';
import { sizeText } from '../../../format/measures.ts';
import { formattedJson, languageOf } from '../../../format/text.ts';
import { Button, Segmented, TextField } from '../../../parts/index.ts';
import { fieldId, useFieldError, type FieldProps } from './context.ts';
import css from './fields.module.css';
import { labelOf } from '../model/labels.ts';

const CodeEdit = lazy(() => import('../../../editor/code-edit.tsx'));

type Source = 'text' | 'file' | 'base64';
const SOURCES = [
  ['text', 'Text'],
  ['file', 'File'],
  ['base64', 'Base64'],
] as const;

export function BodyField({ name, path, value, onChange }: FieldProps) {
  const [source, content] = partsOf(value);
  const label = labelOf(name);
  const wrong = useFieldError(path, true) !== null;
  const language = languageOf(content);
  return (
    <div className={css['body']}>
      <Segmented
        label={`Source of the ${label.toLowerCase()}`}
        value={source}
        options={SOURCES}
        onChange={(chosen) => onChange({ [chosen]: chosen === 'base64' ? toBase64(content) : content })}
      />
      {source === 'text' ? (
        <div className={css['editor']}>
          <div className={css['editorBar']}>
            <span>{language === 'json' ? 'JSON' : language === 'html' ? 'HTML' : 'Text'}</span>
            <span className={css['gap']} />
            <span>{sizeText(new TextEncoder().encode(content).length)}</span>
            {language === 'json' && (
              <Button size="small" onClick={() => onChange({ text: formattedJson(content) })}>
                Format
              </Button>
            )}
          </div>
          <Suspense fallback={null}>
            <CodeEdit
              label={label}
              language={language}
              value={content}
              onChange={(text) => onChange({ text })}
            />
          </Suspense>
        </div>
      ) : (
        <TextField
          id={fieldId(path)}
          aria-label={source === 'file' ? `Path of the ${label.toLowerCase()}` : `${label} in Base64`}
          mono
          placeholder={source === 'file' ? '/path/of/a/file' : undefined}
          value={content}
          isWrong={wrong}
          onChange={(text) => onChange({ [source]: text })}
        />
      )}
    </div>
  );
}

function partsOf(value: unknown): readonly [Source, string] {
  if (typeof value === 'string') return ['text', value];
  const [source = 'text', content = ''] =
    Object.entries((value ?? {}) as Readonly<Record<string, string>>)[0] ?? [];
  return [source as Source, content];
}

function toBase64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}
