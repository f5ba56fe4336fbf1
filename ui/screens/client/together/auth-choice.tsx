// The authorization of all requests: as each has it, inherited, none, or one that is typed here.
import { TriangleAlert } from 'lucide-react';
import type { SharedChange } from '../../../../src/collections/model/shared-change.ts';
import type { VariableSource } from '../../../editor/variable-source.ts';
import { FormRow, Segmented, SelectField } from '../../../parts/index.ts';
import { AuthFieldRow } from '../request/auth/auth-field-row.tsx';
import { AUTH_TYPES, authFields } from '../request/auth/auth-fields.ts';
import type { Auth, RequestView } from '../request/fields.ts';
import { authText } from './common.ts';
import css from './together.module.css';
import { setPart, TOGETHER } from './together-state.ts';

type Choice = 'leave' | 'inherit' | 'none' | 'own';

const CHOICES = [
  ['leave', 'Leave'],
  ['inherit', 'Inherited'],
  ['none', 'None'],
  ['own', 'Own'],
] as const;

const OWN_TYPES = AUTH_TYPES.filter(([type]) => type !== 'inherit' && type !== 'none');

interface AuthChoiceProps {
  readonly views: readonly RequestView[];
  readonly change: SharedChange;
  readonly variables: VariableSource;
}

export function AuthChoice({ views, change: { auth }, variables }: AuthChoiceProps) {
  const choose = (choice: Choice): void => {
    if (choice === 'leave') setPart('auth', undefined);
    else if (choice === 'own') setPart('auth', { type: OWN_TYPES[0]![0] } as Auth);
    else setPart('auth', { type: choice });
  };
  const fields: Readonly<Record<string, unknown>> = auth ?? {};
  const own = views.filter(({ auth: { type } }) => type !== 'inherit' && type !== 'none');
  return (
    <div className={css['form']}>
      <FormRow label="Now">
        <span>{authText(views)}</span>
      </FormRow>
      <FormRow label="Make it">
        <Segmented label="Authorization of all" value={choiceOf(auth)} options={CHOICES} onChange={choose} />
      </FormRow>
      {choiceOf(auth) === 'own' && (
        <>
          <FormRow label="Type" htmlFor="together-auth">
            <SelectField
              id="together-auth"
              value={auth!.type}
              options={OWN_TYPES}
              onChange={(type) => setPart('auth', { type } as Auth)}
            />
          </FormRow>
          {authFields(fields).map((field) => (
            <AuthFieldRow
              key={`${auth!.type}.${field.name}`}
              tabKey={TOGETHER}
              field={field}
              value={fields[field.name]}
              variables={variables}
              onChange={(value) => setPart('auth', { ...fields, [field.name]: value } as Auth)}
            />
          ))}
        </>
      )}
      {auth !== undefined && own.length > 0 && (
        <FormRow label="">
          <p className={css['warning']}>
            <TriangleAlert aria-hidden />
            The authorization of {own.map(({ name }) => name).join(', ')} is replaced.
          </p>
        </FormRow>
      )}
    </div>
  );
}

function choiceOf(auth: Auth | undefined): Choice {
  if (auth === undefined) return 'leave';
  return auth.type === 'inherit' || auth.type === 'none' ? auth.type : 'own';
}
