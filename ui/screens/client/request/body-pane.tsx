// The body of a request: a text in a language, fields of a form, or a file.
import { lazy, Suspense, useMemo } from 'react';
import { useCommands } from '../../../commands/index.ts';
import { Button, Segmented, SelectField } from '../../../parts/index.ts';
import { variableExtensions } from '../../../editor/variable-extensions.ts';
import { sayError } from '../../../state/toasts.ts';
import { KeyValueTable } from '../../../key-values/index.ts';
import { FileField } from './file-field.tsx';
import { editRequest, type Body } from './fields.ts';
import { formattedJson } from './format-json.ts';
import { GraphqlBody } from './graphql-body.tsx';
import { MultipartFields } from './multipart-fields.tsx';
import { pairsOf } from './pairs.ts';
import type { PaneProps } from './pane.ts';
import css from './request.module.css';
import { useLatest } from './use-latest.ts';

const CodeEdit = lazy(() => import('../../../editor/code-edit.tsx'));

type Choice = 'none' | 'json' | 'text' | 'urlencoded' | 'multipart' | 'file' | 'graphql';

const CHOICES: readonly (readonly [Choice, string])[] = [
  ['none', 'None'],
  ['json', 'JSON'],
  ['text', 'Text'],
  ['urlencoded', 'Form'],
  ['multipart', 'Multipart'],
  ['file', 'File'],
];

const TEXT_LANGUAGES = [
  ['text', 'Plain text'],
  ['xml', 'XML'],
  ['html', 'HTML'],
  ['javascript', 'JavaScript'],
] as const;

export function BodyPane({ tabKey, request, variables }: PaneProps) {
  const { body } = request;
  const set = (changed: Body): void => editRequest(tabKey, { body: changed });
  if (body.type === 'graphql' || request.type === 'graphql')
    return <GraphqlBody tabKey={tabKey} request={request} variables={variables} />;
  return (
    <>
      <div className={css['subBar']}>
        <Segmented
          label="Kind of body"
          value={choiceOf(body)}
          options={CHOICES}
          onChange={(choice) => set(changedKind(body, choice))}
        />
        {body.type === 'raw' && body.language !== 'json' && (
          <SelectField
            aria-label="Language"
            value={body.language}
            options={TEXT_LANGUAGES}
            onChange={(language) => set({ ...body, language: language as typeof body.language })}
          />
        )}
        <span className={css['gap']} />
        {body.type === 'raw' && body.language === 'json' && (
          <FormatButton text={body.text} onText={(text) => set({ ...body, text })} />
        )}
      </div>
      {body.type === 'none' && <p className={css['empty']}>This request has no body.</p>}
      {body.type === 'raw' && (
        <RawText
          text={body.text}
          language={body.language}
          variables={variables}
          onChange={(text) => set({ ...body, text })}
        />
      )}
      {body.type === 'urlencoded' && (
        <div className={css['scroll']}>
          <KeyValueTable
            label="Form fields"
            rows={body.fields}
            onChange={(rows) => set({ ...body, fields: pairsOf(rows) })}
            variables={variables}
            hasDescriptions
          />
        </div>
      )}
      {body.type === 'multipart' && (
        <MultipartFields fields={body.fields} onChange={(fields) => set({ ...body, fields: [...fields] })} />
      )}
      {body.type === 'file' && (
        <FileField path={body.path} hint={body.hint} onChange={(path) => set({ type: 'file', path })} />
      )}
    </>
  );
}

interface RawTextProps {
  readonly text: string;
  readonly language: string;
  readonly variables: PaneProps['variables'];
  readonly onChange: (text: string) => void;
}

function RawText({ text, language, variables, onChange }: RawTextProps) {
  const latest = useLatest(variables);
  const extensions = useMemo(() => variableExtensions(latest), [latest]);
  return (
    <Suspense fallback={null}>
      <CodeEdit
        label="Body"
        fills
        value={text}
        language={language}
        extensions={extensions}
        onChange={onChange}
      />
    </Suspense>
  );
}

function FormatButton({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const format = (): void => {
    const formatted = formattedJson(text);
    if (formatted === null) sayError('The body is not JSON: it stays as it is');
    else onText(formatted);
  };
  useCommands([
    { id: 'client.format', title: 'Format the body', group: 'client', keys: 'alt+f', run: format },
  ]);
  return (
    <Button size="small" keys="alt+f" onClick={format}>
      Format
    </Button>
  );
}

function choiceOf(body: Body): Choice {
  if (body.type !== 'raw') return body.type;
  return body.language === 'json' ? 'json' : 'text';
}

/** Returns a body of another kind, with the text or the fields where both kinds have them. */
function changedKind(body: Body, choice: Choice): Body {
  const text = body.type === 'raw' ? body.text : '';
  const fields = body.type === 'urlencoded' || body.type === 'multipart' ? body.fields : [];
  const pairs = fields.map(({ name, value, enabled, docs }) => ({ name, value, enabled, docs }));
  switch (choice) {
    case 'json':
    case 'text':
      return { type: 'raw', language: choice, text };
    case 'urlencoded':
      return { type: 'urlencoded', fields: pairs };
    case 'multipart':
      return { type: 'multipart', fields: pairs.map((pair) => ({ ...pair, files: null, contentType: '' })) };
    case 'file':
      return { type: 'file', path: '' };
    case 'graphql':
    case 'none':
      return { type: 'none' };
  }
}
