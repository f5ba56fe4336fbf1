// The authorization of a request, or where it is inherited from.
import { Button, FormRow, SelectField } from '../../../../parts/index.ts';
import { useObject } from '../../model/objects.ts';
import { placed } from '../../model/steps.ts';
import { openTab } from '../../model/tabs.ts';
import { objectKey } from '../../model/workspace.ts';
import { AuthFieldRow } from './auth-field-row.tsx';
import { AUTH_TYPES, authFields } from './auth-fields.ts';
import { TokenState } from './token-state.tsx';
import { editRequest, type Auth } from '../fields.ts';
import type { PaneProps } from '../pane.ts';
import css from '../request.module.css';

export function AuthPane({ tabKey, request: { auth }, variables, staysOpen = false }: PaneProps) {
  const fields: Readonly<Record<string, unknown>> = auth;
  const set = (changed: Readonly<Record<string, unknown>>): void =>
    editRequest(tabKey, { auth: { ...fields, ...changed } as Auth });
  return (
    <div className={css['form']}>
      <FormRow label="Type" htmlFor="auth-type">
        <SelectField
          id="auth-type"
          value={auth.type}
          options={AUTH_TYPES}
          onChange={(type) => editRequest(tabKey, { auth: { type } as Auth })}
        />
      </FormRow>
      {auth.type === 'inherit' && <Inherited tabKey={tabKey} />}
      {authFields(fields).map((field) => (
        <AuthFieldRow
          key={`${auth.type}.${field.name}`}
          tabKey={tabKey}
          field={field}
          value={fields[field.name]}
          variables={variables}
          onChange={(value) => set({ [field.name]: value })}
        />
      ))}
      {(auth.type === 'oauth2' || auth.type === 'inherit') && tabKey.startsWith('request:') && (
        <TokenState tabKey={tabKey} staysOpen={staysOpen} />
      )}
    </div>
  );
}

/** Says which folder or collection has the authorization, and leads there. */
function Inherited({ tabKey }: { readonly tabKey: string }) {
  const above = placed(tabKey)?.above.toReversed() ?? [];
  if (above.length === 0)
    return (
      <p className={css['empty']}>
        A request without a collection has nothing to inherit from: nothing is sent.
      </p>
    );
  return <InheritedFrom keys={above.map(({ kind, id }) => objectKey(kind, id))} />;
}

function InheritedFrom({ keys: [key = '', ...outer] }: { readonly keys: readonly string[] }) {
  const { value, state } = useObject(key);
  const auth = value['auth'] as { readonly type?: string } | undefined;
  if (state === 'loading') return null;
  const isDefined = auth !== undefined && auth.type !== 'inherit';
  if (!isDefined && outer.length > 0) return <InheritedFrom keys={outer} />;
  const title = AUTH_TYPES.find(([type]) => type === auth?.type)?.[1] ?? 'None';
  return (
    <FormRow label="Inherited">
      <span>
        {title} of{' '}
        <Button size="small" onClick={() => openTab(key, 'preview')}>
          {String(value['name'])}
        </Button>
      </span>
    </FormRow>
  );
}
