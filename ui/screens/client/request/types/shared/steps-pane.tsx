// The steps that a connection takes, and the editor of the one that is selected, or of a message that is none yet.
import { useCallback, useEffect, useState, type KeyboardEvent } from 'react';
import { Button } from '../../../../../parts/index.ts';
import { endSending, sendMessage } from '../../../connections/index.ts';
import { earlierSent, noteSent } from '../../../connections/sent-messages.ts';
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
      <div
        className={css['editor']}
        key={label}
        onKeyDownCapture={(event) => at === null && bringBack(tabKey, event)}
      >
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

/** Alt with an arrow brings back what was sent; in the editor it would move the line. */
function bringBack(tabKey: string, event: KeyboardEvent): void {
  const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
  if (step === undefined || !event.altKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  const message = earlierSent(tabKey, step);
  if (message !== null) compose(tabKey, message);
}

interface FootProps<S> {
  readonly tabKey: string;
  readonly kind: StepKind<S>;
  readonly step: S;
  /** Makes the new message a step; null where it is one. */
  readonly onAdd: (() => void) | null;
  readonly onNew: () => void;
}

function Foot<S extends object>({ tabKey, kind, step, onAdd, onNew }: FootProps<S>) {
  const state = useSend(tabKey);
  const message = kind.outgoing(step);
  const isReady = message !== null && can(state, 'send');
  const send = useCallback(() => {
    if (message === null) return;
    noteSent(tabKey, step);
    void sendMessage(tabKey, message);
  }, [tabKey, message, step]);
  useEffect(() => (isReady ? offerMessage(tabKey, send) : undefined), [tabKey, isReady, send]);
  return (
    <div className={css['foot']}>
      <span className={css['note']}>
        {isReady
          ? 'Sends this one only. Alt+↑ brings earlier ones back.'
          : onAdd === null
            ? ''
            : 'It is no step until it is added.'}
      </span>
      {onAdd === null ? (
        <Button onClick={onNew}>New message</Button>
      ) : (
        <Button onClick={onAdd}>Add as a step</Button>
      )}
      {can(state, 'halfClose') && <Button onClick={() => endSending(tabKey)}>End stream</Button>}
      {isReady && (
        <Button kind="primary" keys="mod+enter" onClick={send}>
          {kind.send}
        </Button>
      )}
    </div>
  );
}
