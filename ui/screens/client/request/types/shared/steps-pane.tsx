// The steps that a connection takes, and the editor of the one that is selected, or of a message that is none yet.
import { useEffect, useState } from 'react';
import { Button } from '../../../../../parts/index.ts';
import { endSending, sendMessage } from '../../../connections/index.ts';
import { can } from '../../../connections/state.ts';
import { compose, offerMessage, useComposed } from '../../../connections/composed.ts';
import { useSend } from '../../../sends/index.ts';
import { editRequest } from '../../fields.ts';
import type { PaneProps } from '../../pane.ts';
import type { StepKind } from './step-kind.ts';
import { StepList } from './step-list.tsx';
import css from './steps.module.css';

interface StepsPaneProps<S> extends PaneProps {
  readonly kind: StepKind<S>;
}

export function StepsPane<S extends object>({ kind, tabKey, request, variables }: StepsPaneProps<S>) {
  const steps = kind.read(request);
  const [chosen, setChosen] = useState<number | null>(null);
  const typed = useComposed(tabKey, kind.adds[0].step);
  const at = chosen !== null && chosen < steps.length ? chosen : null;
  const step = at === null ? typed : steps[at]!;
  const write = (changed: readonly S[]): void => editRequest(tabKey, kind.write(request, changed));
  const { Editor } = kind;
  const label = at === null ? 'New message' : `Step ${at + 1}`;
  return (
    <>
      <StepList kind={kind} steps={steps} selected={at} onSelect={setChosen} onChange={write} />
      <div className={css['editor']} key={label}>
        <Editor
          step={step}
          label={label}
          variables={variables}
          onChange={(changed) => (at === null ? compose(tabKey, changed) : write(steps.with(at, changed)))}
        />
      </div>
      <Foot
        tabKey={tabKey}
        kind={kind}
        step={step}
        onAdd={
          at !== null
            ? null
            : () => {
                write([...steps, typed]);
                compose(tabKey, null);
                setChosen(steps.length);
              }
        }
        onNew={() => setChosen(null)}
      />
    </>
  );
}

interface FootProps<S> {
  readonly tabKey: string;
  readonly kind: StepKind<S>;
  readonly step: S;
  /** Makes the new message a step; null where it is one. */
  readonly onAdd: (() => void) | null;
  readonly onNew: () => void;
}

function Foot<S>({ tabKey, kind, step, onAdd, onNew }: FootProps<S>) {
  const state = useSend(tabKey);
  const message = kind.outgoing(step);
  const isReady = message !== null && can(state, 'send');
  useEffect(() => {
    if (!isReady) return undefined;
    return offerMessage(tabKey, () => void sendMessage(tabKey, message));
  }, [tabKey, isReady, message]);
  return (
    <div className={css['foot']}>
      <span className={css['note']}>
        {isReady ? 'Sends this one only.' : onAdd === null ? '' : 'It is no step until it is added.'}
      </span>
      {onAdd === null ? (
        <Button onClick={onNew}>New message</Button>
      ) : (
        <Button onClick={onAdd}>Add as a step</Button>
      )}
      {can(state, 'halfClose') && <Button onClick={() => endSending(tabKey)}>End stream</Button>}
      {isReady && (
        <Button kind="primary" keys="mod+enter" onClick={() => void sendMessage(tabKey, message)}>
          {kind.send}
        </Button>
      )}
    </div>
  );
}
