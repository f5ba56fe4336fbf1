// The arguments of what is called: a form from its schema, or JSON.
import { lazy, Suspense, useState } from 'react';
import { FormRow, Segmented, SelectField, Switch } from '../../../../../parts/index.ts';
import type { PaneProps } from '../../pane.ts';
import requestCss from '../../request.module.css';
import { MessageText } from '../shared/message-text.tsx';
import { editSection } from '../shared/options-pane.tsx';
import stepCss from '../shared/steps.module.css';
import { useDescription } from '../shared/description.ts';
import {
  argumentFields,
  argumentsIn,
  problemOf,
  promptFields,
  typedText,
  typedValue,
  type ArgumentField,
  type Arguments,
} from './arguments.ts';

const LineEdit = lazy(() => import('../../../../../editor/line-edit.tsx'));

const VIEWS = [
  ['form', 'Form'],
  ['json', 'JSON'],
] as const;

export function ArgumentsPane(props: PaneProps) {
  const { tabKey, request, variables } = props;
  const { operation = 'tools/list', target = '', arguments: text = '{}' } = request.mcp ?? {};
  const [wanted, setWanted] = useState<'form' | 'json'>('form');
  const fields = useFields(props);
  const given = argumentsIn(text);
  const canShow = fields.length > 0 && given !== null;
  const view = canShow ? wanted : 'json';
  const set = (changed: string): void => editSection(tabKey, request, 'mcp', { arguments: changed });
  return (
    <>
      <div className={requestCss['subBar']}>
        <span className={stepCss['title']}>{target === '' ? operation : target}</span>
        <span className={requestCss['gap']} />
        {canShow && (
          <Segmented label="View of the arguments" value={view} options={VIEWS} onChange={setWanted} />
        )}
      </div>
      {view === 'json' ? (
        <MessageText label="Arguments" text={text} format="json" variables={variables} onChange={set} />
      ) : (
        <ArgumentForm
          fields={fields}
          given={given ?? {}}
          variables={variables}
          onChange={(changed) => set(JSON.stringify(changed, null, 2))}
        />
      )}
    </>
  );
}

function useFields({ tabKey, request }: PaneProps): readonly ArgumentField[] {
  const { value } = useDescription(tabKey, 'mcp');
  const { operation, target } = request.mcp ?? {};
  if (value === null) return [];
  if (operation === 'prompts/get')
    return promptFields(value.prompts.find(({ name }) => name === target)?.arguments ?? []);
  return operation === 'tools/call'
    ? argumentFields(value.tools.find(({ name }) => name === target)?.inputSchema)
    : [];
}

interface ArgumentFormProps extends Pick<PaneProps, 'variables'> {
  readonly fields: readonly ArgumentField[];
  readonly given: Arguments;
  readonly onChange: (given: Arguments) => void;
}

function ArgumentForm({ fields, given, variables, onChange }: ArgumentFormProps) {
  const set = (name: string, value: unknown): void => {
    const { [name]: _, ...rest } = given;
    onChange(value === undefined ? rest : { ...given, [name]: value });
  };
  return (
    <div className={requestCss['form']}>
      {fields.map((field) => (
        <ArgumentRow
          key={field.name}
          field={field}
          value={given[field.name]}
          variables={variables}
          onChange={(value) => set(field.name, value)}
        />
      ))}
      <p className={requestCss['hint']}>
        Drawn from the schema of the server. What the form cannot show is edited as JSON.
      </p>
    </div>
  );
}

interface ArgumentRowProps extends Pick<PaneProps, 'variables'> {
  readonly field: ArgumentField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function ArgumentRow({ field, value, variables, onChange }: ArgumentRowProps) {
  const { name, kind, note, description, isRequired, choices } = field;
  const label = isRequired ? `${name} *` : name;
  const hint = [description, note].filter((part) => part !== '').join(' ');
  const row = { label, error: problemOf(field, value), ...(hint !== '' && { hint }) };
  if (kind === 'flag')
    return (
      <FormRow {...row}>
        <Switch label={name} on={value === true} onChange={onChange} />
      </FormRow>
    );
  if (kind === 'choice')
    return (
      <FormRow {...row}>
        <SelectField
          aria-label={name}
          value={typedText(value)}
          options={[
            ['', isRequired ? 'Choose' : 'Not given'],
            ...choices.map((each) => [each, each] as const),
          ]}
          onChange={(text) => onChange(text === '' ? undefined : text)}
        />
      </FormRow>
    );
  return (
    <FormRow {...row}>
      <div className={requestCss['lineField']}>
        <Suspense fallback={null}>
          <LineEdit
            label={name}
            value={typedText(value)}
            variables={variables}
            onChange={(text) => onChange(typedValue(field, text))}
          />
        </Suspense>
      </div>
    </FormRow>
  );
}
