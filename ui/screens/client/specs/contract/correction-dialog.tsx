// A change of the description, as lines with + and −, before it is made.
import { useEffect, useState } from 'react';
import type { ParamsOf, ResultOf } from '../../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../../api/client.ts';
import { Button, Dialog, Spinner } from '../../../../parts/index.ts';
import { attempt } from '../../../../state/actions.ts';
import { say } from '../../../../state/toasts.ts';
import { windowName } from '../../../../state/window.ts';
import { Unified } from '../../git/text-views.tsx';
import { flushObjects, openObject, reloadObject } from '../../model/objects.ts';
import { undoStep } from '../../model/steps.ts';
import { objectKey } from '../../model/workspace.ts';
import css from './detail.module.css';

type Corrected = ResultOf<'client.correct_spec'>;
export type Change = ParamsOf<'client.correct_spec'>['changes'][number];

interface CorrectionDialogProps {
  /** Id of the description. */
  readonly spec: string;
  readonly text: string;
  readonly changes: readonly Change[];
  readonly onClose: () => void;
}

export function CorrectionDialog({ spec, text, changes, onClose }: CorrectionDialogProps) {
  const { corrected, error } = useCorrected(spec, text, changes);
  const key = objectKey('spec', spec);
  const { isUnsaved } = openObject(key);
  const make = async (): Promise<void> => {
    onClose();
    await attempt('The description is as before', async () => {
      await flushObjects([key]);
      const made = await rpc('client.apply_corrections', { spec, changes: [...changes], window: windowName });
      await reloadObject(key);
      const label = made.labels.join(', ');
      say(
        made.isDraft ? `In the draft, not saved yet: ${label}` : `Changed the description: ${label}`,
        undoStep,
      );
    });
  };
  return (
    <Dialog
      title="Change the description"
      text={corrected?.labels.join(', ') ?? 'The change is prepared.'}
      wide
      isText
      onClose={onClose}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" disabled={corrected === null} onClick={() => void make()}>
            {isUnsaved ? 'Put into the draft' : 'Write to the file'}
          </Button>
        </>
      }
    >
      {error !== null && (
        <p className={css['failed']} role="alert">
          {error}
        </p>
      )}
      {corrected === null && error === null && <Spinner label="The change is prepared" />}
      {corrected !== null && <Unified before={text} after={corrected.text} />}
    </Dialog>
  );
}

function useCorrected(
  spec: string,
  text: string,
  changes: readonly Change[],
): { readonly corrected: Corrected | null; readonly error: string | null } {
  const [state, setState] = useState<{ corrected: Corrected | null; error: string | null }>({
    corrected: null,
    error: null,
  });
  useEffect(() => {
    const ended = new AbortController();
    rpc('client.correct_spec', { spec, text, changes: [...changes] }, ended.signal).then(
      (corrected) => setState({ corrected, error: null }),
      (reason: unknown) => {
        if (!ended.signal.aborted) setState({ corrected: null, error: messageOf(reason) });
      },
    );
    return () => ended.abort();
  }, [spec, text, changes]);
  return state;
}
