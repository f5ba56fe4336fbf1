// Saves captured requests into a collection: joined by endpoint, with hosts and secrets taken out of them.
import { useState } from 'react';
import type { ResultOf } from '../../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../../api/client.ts';
import { Button, Dialog, SectionHead, SelectField, Spinner, TextField } from '../../../../parts/index.ts';
import { attempt, count } from '../../../../state/actions.ts';
import { go } from '../../../../state/location.ts';
import { say } from '../../../../state/toasts.ts';
import { windowName } from '../../../../state/window.ts';
import { NEW, targetOf, usePlaces, usePlan, type Choice, type Plan } from './plan.ts';
import { RequestRow } from './request-row.tsx';
import css from './save-dialog.module.css';
import { TakenOut } from './taken-out.tsx';

interface SaveDialogProps {
  readonly ids: readonly number[];
  readonly onClose: () => void;
}

export function SaveDialog({ ids, onClose }: SaveDialogProps) {
  const places = usePlaces();
  const [place, setPlace] = useState<string | null>(null);
  const [name, setName] = useState('Captured');
  const [kept, setKept] = useState<readonly string[]>([]);
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const target = place ?? places?.[0]?.[0] ?? NEW;
  const selection = { ids: [...ids], ...targetOf(target), keep: [...kept], requests: [...choices.values()] };
  const { plan, error } = usePlan(places === null ? null : selection);
  const wanted = plan?.requests.filter(({ key }) => choices.get(key)?.isLeftOut !== true) ?? [];
  const choose = (key: string, choice: Partial<Choice>): void =>
    setChoices(new Map(choices).set(key, { ...(choices.get(key) ?? { key }), ...choice }));
  const save = (): void =>
    void attempt('The requests are not saved', async () => {
      const saved = await rpc('client.save_from_traffic', {
        ...selection,
        ...(target === NEW && { newCollection: name }),
        window: windowName,
      });
      onClose();
      showSaved(saved);
    });
  return (
    <Dialog
      title="Save to collection"
      text={`${count(ids.length, 'request')} selected`}
      wide
      onClose={onClose}
      actions={
        <>
          {plan === null && error === null && <Spinner label="Reading the requests" />}
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" disabled={wanted.length === 0} onClick={save}>
            {`Save ${wanted.length}`}
          </Button>
        </>
      }
    >
      <Target places={places ?? []} {...{ target, name }} onTarget={setPlace} onName={setName} />
      {error !== null && (
        <p className={css['error']} role="alert">
          {error}
        </p>
      )}
      {plan !== null && (
        <>
          <Requests plan={plan} exchanges={ids.length} choices={choices} onChoose={choose} />
          <TakenOut plan={plan} kept={kept} onKeep={setKept} />
          {plan.leftOut.length > 0 && (
            <p
              className={css['note']}
            >{`${count(plan.leftOut.length, 'exchange')} are tunnels, and are left out.`}</p>
          )}
        </>
      )}
    </Dialog>
  );
}

interface TargetProps {
  readonly places: readonly (readonly [string, string])[];
  readonly target: string;
  /** The name that a new collection gets. */
  readonly name: string;
  readonly onTarget: (place: string) => void;
  readonly onName: (name: string) => void;
}

function Target({ places, target, name, onTarget, onName }: TargetProps) {
  return (
    <div className={css['target']}>
      <label htmlFor="save-target">Into</label>
      <SelectField
        id="save-target"
        value={target}
        options={[...places, [NEW, 'A new collection']]}
        onChange={onTarget}
      />
      {target === NEW && <TextField aria-label="Name of the collection" value={name} onChange={onName} />}
    </div>
  );
}

interface RequestsProps {
  readonly plan: Plan;
  /** The number of those that were selected. */
  readonly exchanges: number;
  readonly choices: ReadonlyMap<string, Choice>;
  readonly onChoose: (key: string, choice: Partial<Choice>) => void;
}

function Requests({ plan: { requests }, exchanges, choices, onChoose }: RequestsProps) {
  return (
    <>
      <SectionHead
        title={count(requests.length, 'request')}
        note={`from ${count(exchanges, 'exchange')}: the same method, host and path are one`}
      />
      <ul aria-label="Requests">
        {requests.map((request) => (
          <RequestRow
            key={request.key}
            request={request}
            choice={choices.get(request.key)}
            onChoose={(choice) => onChoose(request.key, choice)}
          />
        ))}
      </ul>
    </>
  );
}

/** Says what was saved, and goes to it. */
function showSaved({ collection, requests, variables }: ResultOf<'client.save_from_traffic'>): void {
  const added = variables.length === 0 ? '' : `, with ${count(variables.length, 'variable')}`;
  say(`Saved ${count(requests.length, 'request')}${added}`, undo);
  if (requests.length === 1) go('client', { kind: 'request', id: requests[0]!.id });
  else go('client', { kind: 'collection', id: collection });
}

function undo(): void {
  void attempt('The step cannot be taken back', async () => {
    const { undone } = await rpc('client.undo', { window: windowName });
    say(`Taken back: ${undone}`);
  });
}
