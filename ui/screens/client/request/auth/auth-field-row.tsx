// A field of the authorization. A value that is secret is shown as dots, and the app gives it to no page.
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { MASK } from '../../../../editor/variable-source.ts';
import { Button, Checkbox, FormRow, SelectField } from '../../../../parts/index.ts';
import { useStore } from '../../../../state/store.ts';
import { unsaved } from '../../model/workspace.ts';
import type { PaneProps } from '../pane.ts';
import css from '../request.module.css';
import type { AuthField } from './auth-fields.ts';
import { MakeSecret } from './make-secret.tsx';
import { secretOfField } from './secret-values.ts';

const LineEdit = lazy(() => import('../../../../editor/line-edit.tsx'));

interface AuthFieldRowProps {
  readonly tabKey: string;
  readonly field: AuthField;
  readonly value: unknown;
  readonly variables: PaneProps['variables'];
  readonly onChange: (value: unknown) => void;
}

export function AuthFieldRow({ tabKey, field, value, variables, onChange }: AuthFieldRowProps) {
  const { name, label, kind, options } = field;
  const id = `auth-${name}`;
  const text = typeof value === 'string' ? value : '';
  switch (kind) {
    case 'flag':
      return (
        <FormRow label="">
          <Checkbox id={id} label={label} checked={value === true} onChange={onChange} />
        </FormRow>
      );
    case 'choice':
      return (
        <FormRow label={label} htmlFor={id}>
          <SelectField
            id={id}
            value={text === '' ? options![0]![0] : text}
            options={options!}
            onChange={onChange}
          />
        </FormRow>
      );
    case 'code':
      return (
        <FormRow label={label} htmlFor={id}>
          <textarea
            id={id}
            className={css['area']}
            rows={4}
            spellCheck={false}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        </FormRow>
      );
    case 'secret':
      return <SecretRow {...{ tabKey, field, variables, onChange }} value={text} />;
    case 'text':
      return <LineRow {...{ field, variables, onChange }} value={text} />;
  }
}

interface LineRowProps extends Omit<AuthFieldRowProps, 'tabKey'> {
  readonly value: string;
  readonly children?: ReactNode;
}

function LineRow({
  field: { label, kind, placeholder },
  value,
  variables,
  onChange,
  children,
}: LineRowProps) {
  return (
    <FormRow label={label}>
      <div className={css['lineField']}>
        <Suspense fallback={null}>
          <LineEdit
            label={label}
            mono
            value={value}
            variables={variables}
            isSecret={kind === 'secret'}
            {...(placeholder !== undefined && { placeholder })}
            onChange={onChange}
          />
        </Suspense>
      </div>
      {children}
    </FormRow>
  );
}

/** Once the app has the value, a mask comes back: what is being typed goes on. */
function SecretRow({
  tabKey,
  field,
  value,
  variables,
  onChange,
}: LineRowProps & { readonly tabKey: string }) {
  const isUnsaved = useStore(unsaved).has(tabKey);
  const [typed, setTyped] = useState<string | null>(null);
  const [wasUnsaved, setWasUnsaved] = useState(isUnsaved);
  if (wasUnsaved !== isUnsaved) {
    setWasUnsaved(isUnsaved);
    // It was saved, or discarded.
    if (!isUnsaved) setTyped(null);
  }
  const isMasked = value === MASK;
  const shown = isMasked ? (typed ?? '') : value;
  const secret = secretOfField(shown);
  const change = (text: string): void => {
    setTyped(text);
    onChange(text);
  };
  return (
    <LineRow
      field={{ ...field, ...(isMasked && { placeholder: MASK }) }}
      value={shown}
      variables={variables}
      onChange={(text) => change(String(text))}
    >
      {isMasked && typed === null && (
        <Button size="small" onClick={() => change('')}>
          Remove the value
        </Button>
      )}
      {secret !== null && (
        <MakeSecret name={field.name} value={secret} variables={variables} onChange={change} />
      )}
    </LineRow>
  );
}
