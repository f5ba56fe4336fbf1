// Adds a cookie to the jar, or changes one.
import { useState } from 'react';
import { Button, Checkbox, Dialog, FormRow, TextField } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { setCookie, type Cookie } from './cookie-jar.ts';

const EMPTY: Cookie = {
  name: '',
  value: '',
  domain: '',
  path: '/',
  expires: null,
  httpOnly: false,
  secure: false,
};

export function CookieDialog({
  cookie,
  onClose,
}: {
  readonly cookie: Cookie | null;
  readonly onClose: () => void;
}) {
  const [fields, setFields] = useState(cookie ?? EMPTY);
  const set = (changed: Partial<Cookie>): void => setFields({ ...fields, ...changed });
  const save = async (): Promise<void> => {
    await attempt('The cookie cannot be set', async () => {
      await setCookie(cookie, fields);
      onClose();
    });
  };
  return (
    <Dialog
      title={cookie === null ? 'Add a cookie' : `Cookie ${cookie.name}`}
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="primary"
            disabled={fields.name === '' || fields.domain === ''}
            onClick={() => void save()}
          >
            Save
          </Button>
        </>
      }
    >
      {(['domain', 'path', 'name', 'value'] as const).map((name) => (
        <FormRow key={name} label={LABELS[name]} htmlFor={`cookie-${name}`}>
          <TextField
            id={`cookie-${name}`}
            mono
            value={fields[name]}
            onChange={(text) => set({ [name]: text })}
          />
        </FormRow>
      ))}
      <FormRow label="">
        <Checkbox label="Secure" checked={fields.secure} onChange={(secure) => set({ secure })} />
      </FormRow>
      <FormRow label="">
        <Checkbox label="HttpOnly" checked={fields.httpOnly} onChange={(httpOnly) => set({ httpOnly })} />
      </FormRow>
    </Dialog>
  );
}

const LABELS = { domain: 'Domain', path: 'Path', name: 'Name', value: 'Value' } as const;
