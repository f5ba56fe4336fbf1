// Subscriptions of a connection: by the request at each opening, and while it is open.
import { Plus, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button, IconButton, SectionHead, SelectField } from '../../../../../parts/index.ts';
import { subscribe, unsubscribe } from '../../../connections/index.ts';
import { can, subscriptionsOf } from '../../../connections/state.ts';
import { useSend } from '../../../sends/index.ts';
import type { PaneProps } from '../../pane.ts';
import requestCss from '../../request.module.css';
import css from './subscriptions.module.css';

const LineEdit = lazy(() => import('../../../../../editor/line-edit.tsx'));

export interface Subscription {
  readonly name: string;
  readonly qos: number;
}

interface SubscriptionsPaneProps extends PaneProps {
  /** For a reader, such as `topic`. */
  readonly noun: string;
  readonly note: string;
  readonly hasQos: boolean;
  readonly rows: readonly Subscription[];
  readonly onChange: (rows: readonly Subscription[]) => void;
}

export function SubscriptionsPane(props: SubscriptionsPaneProps) {
  const { tabKey, variables, noun, note, hasQos, rows, onChange } = props;
  const state = useSend(tabKey);
  return (
    <div className={requestCss['scroll']}>
      <SectionHead title={`${capital(noun)}s`} note={note}>
        <Button size="small" icon={Plus} onClick={() => onChange([...rows, { name: '', qos: 0 }])}>
          Add {noun}
        </Button>
      </SectionHead>
      {rows.map((row, at) => (
        <div key={at} className={css['row']}>
          <SubscriptionFields
            label={`${capital(noun)} ${at + 1}`}
            row={row}
            hasQos={hasQos}
            variables={variables}
            onChange={(changed) => onChange(rows.with(at, changed))}
          />
          <IconButton
            icon={X}
            size="small"
            label={`Remove ${noun} ${at + 1}`}
            onClick={() => onChange(rows.toSpliced(at, 1))}
          />
        </div>
      ))}
      {can(state, 'subscribe') && <Now {...props} names={subscriptionsOf(state)} />}
    </div>
  );
}

interface SubscriptionFieldsProps extends Pick<SubscriptionsPaneProps, 'hasQos' | 'variables'> {
  readonly label: string;
  readonly row: Subscription;
  readonly onChange: (row: Subscription) => void;
  readonly onCommit?: () => void;
}

const QUALITIES = [
  ['0', 'QoS 0'],
  ['1', 'QoS 1'],
  ['2', 'QoS 2'],
] as const;

function SubscriptionFields({ label, row, hasQos, variables, onChange, onCommit }: SubscriptionFieldsProps) {
  return (
    <>
      <div className={requestCss['lineField']}>
        <Suspense fallback={null}>
          <LineEdit
            label={label}
            value={row.name}
            variables={variables}
            onChange={(name) => onChange({ ...row, name })}
            {...(onCommit !== undefined && { onCommit })}
          />
        </Suspense>
      </div>
      {hasQos && (
        <SelectField
          aria-label={`Quality of service of ${label}`}
          className={css['quality']}
          value={String(row.qos)}
          options={QUALITIES}
          onChange={(qos) => onChange({ ...row, qos: Number(qos) })}
        />
      )}
    </>
  );
}

/** The subscriptions of the open connection. */
function Now({
  tabKey,
  noun,
  hasQos,
  variables,
  names,
}: SubscriptionsPaneProps & { readonly names: readonly string[] }) {
  const [typed, setTyped] = useState<Subscription>({ name: '', qos: 0 });
  const add = (): void => {
    if (typed.name === '') return;
    void subscribe(tabKey, typed.name, typed.qos as 0 | 1 | 2).then((isDone) => {
      if (isDone) setTyped({ ...typed, name: '' });
    });
  };
  return (
    <section aria-label="Subscribed now">
      <SectionHead title="Now" note="while the connection is open" />
      <div className={css['row']}>
        <SubscriptionFields
          label={`Another ${noun}`}
          row={typed}
          hasQos={hasQos}
          variables={variables}
          onChange={setTyped}
          onCommit={add}
        />
        <Button kind="line" disabled={typed.name === ''} onClick={add}>
          Subscribe
        </Button>
      </div>
      <ul>
        {names.map((name) => (
          <li key={name} className={css['row']}>
            <span className={css['name']}>{name}</span>
            <Button
              size="small"
              aria-label={`Unsubscribe from ${name}`}
              onClick={() => void unsubscribe(tabKey, name)}
            >
              Unsubscribe
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
