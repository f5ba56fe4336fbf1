// A call that no example fits becomes one: of the request that has its method and path, or of a new one.
import { useState } from 'react';
import { Button, Dialog, FormRow, TextField } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import css from './calls.module.css';
import type { UnmatchedRequest } from './model.ts';
import { addExample, type UnmatchedCall } from './new-example.ts';

interface AddExampleProps extends UnmatchedCall {
  /** The texts with which the dialog begins. */
  readonly initial?: Partial<Typed>;
  readonly onClose: () => void;
}

/** The texts of the dialog. */
interface Typed {
  readonly path: string;
  readonly status: string;
  readonly name: string;
  readonly body: string;
}

export function AddExample({ collection, method, unmatched, routes, initial, onClose }: AddExampleProps) {
  const [typed, setTyped] = useState<Typed>({
    path: withQuery(unmatched),
    status: '200',
    name: 'As expected',
    body: '{}',
    ...initial,
  });
  const isWrong = !isStatus(typed.status) || typed.name.trim() === '' || !typed.path.startsWith('/');
  const save = (): void => {
    if (isWrong) return;
    onClose();
    const { path, status, name, body } = typed;
    const example = { name: name.trim(), status: Number(status), body };
    void attempt('The example is not added', () =>
      addExample({ collection, method, unmatched, routes }, path, example),
    );
  };
  return (
    <Dialog
      title="Add example"
      text="The mock answers with it from the next call on."
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form="add-example" disabled={isWrong}>
            Add example
          </Button>
        </>
      }
    >
      <form
        id="add-example"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Fields method={method} typed={typed} onChange={(part) => setTyped({ ...typed, ...part })} />
      </form>
    </Dialog>
  );
}

function isStatus(text: string): boolean {
  return /^[2-5]\d\d$/.test(text.trim());
}

interface FieldsProps {
  readonly method: string;
  readonly typed: Typed;
  readonly onChange: (part: Partial<Typed>) => void;
}

function Fields({ method, typed: { path, status, name, body }, onChange }: FieldsProps) {
  const isPath = path.startsWith('/');
  return (
    <>
      <FormRow
        label={method}
        htmlFor="example-path"
        error={isPath ? null : 'A path begins with /'}
        hint="A segment such as :id fits anything."
      >
        <TextField
          id="example-path"
          mono
          value={path}
          isWrong={!isPath}
          onChange={(value) => onChange({ path: value })}
        />
      </FormRow>
      <FormRow label="Name" htmlFor="example-name">
        <TextField id="example-name" autoFocus value={name} onChange={(value) => onChange({ name: value })} />
      </FormRow>
      <FormRow label="Status" htmlFor="example-status" error={isStatus(status) ? null : 'Give 200 to 599'}>
        <TextField
          id="example-status"
          className={css['short']}
          mono
          value={status}
          isWrong={!isStatus(status)}
          onChange={(value) => onChange({ status: value })}
        />
      </FormRow>
      <FormRow label="Body" htmlFor="example-body">
        <textarea
          id="example-body"
          className={css['area']}
          rows={6}
          spellCheck={false}
          value={body}
          onChange={(event) => onChange({ body: event.target.value })}
        />
      </FormRow>
    </>
  );
}

function withQuery({ path, query }: UnmatchedRequest): string {
  const text = query.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return text.length === 0 ? path : `${path}?${text.join('&')}`;
}
