// Ignores a difference or a violation: this one, its kind here, or its kind everywhere, in a file beside the description.
import { useState } from 'react';
import { rpc } from '../../../api/client.ts';
import { Button, Dialog, FormRow, Segmented, TextField } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import type { ParamsOf } from '../../../../src/session/methods/ui-types.ts';

type Scope = ParamsOf<'client.ignore_in_spec'>['scope'];

const SCOPES = [
  ['this', 'This one'],
  ['kind here', 'This kind here'],
  ['kind everywhere', 'This kind everywhere'],
] as const satisfies readonly (readonly [Scope, string])[];

export interface Ignorable {
  /** Id of the description. */
  readonly spec: string;
  readonly operation: string;
  readonly what: string;
}

interface IgnoreDialogProps {
  readonly of: Ignorable;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function IgnoreDialog({ of, onDone, onClose }: IgnoreDialogProps) {
  const [scope, setScope] = useState<Scope>('this');
  const [comment, setComment] = useState('');
  const ignore = async (): Promise<void> => {
    onClose();
    await attempt('It counts as before', async () => {
      const { path } = await rpc('client.ignore_in_spec', { ...of, scope, comment });
      onDone();
      say(`Ignored, in ${path}`, () => void countAgain(of, onDone));
    });
  };
  return (
    <Dialog
      title="Ignore this"
      text={`${of.operation}: ${of.what}`}
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" onClick={() => void ignore()}>
            Ignore
          </Button>
        </>
      }
    >
      <FormRow label="What">
        <Segmented<Scope> label="What is ignored" value={scope} options={SCOPES} onChange={setScope} />
      </FormRow>
      <FormRow label="Comment" htmlFor="ignore-comment">
        <TextField id="ignore-comment" placeholder="Why" value={comment} onChange={setComment} />
      </FormRow>
      <p>
        A file beside the description, in Git like it: proxyctl spec diff, spec check and run --spec read it,
        too.
      </p>
    </Dialog>
  );
}

/** Removes what ignores it. */
export async function countAgain(of: Ignorable, onDone: () => void): Promise<void> {
  await attempt('It stays ignored', async () => {
    await rpc('client.ignore_in_spec', { ...of, scope: 'this', isIgnored: false });
    onDone();
  });
}
