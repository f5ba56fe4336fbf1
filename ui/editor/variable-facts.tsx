// The content of a card: the value of a variable, where it is defined and what it hides, and a field that changes it.
import { useState, type ReactNode } from 'react';
import { Badge, Button, TextField } from '../parts/index.ts';
import css from './variable-card.module.css';
import { VariableFoot, type KnownProps } from './variable-foot.tsx';
import {
  lookUpIn,
  MASK,
  nearestName,
  shownValue,
  type KnownVariable,
  type OverriddenVariable,
  type VariableSource,
} from './variable-source.ts';

interface VariableFactsProps {
  readonly name: string;
  readonly source: VariableSource;
  /** Called when a change was made. */
  readonly onDone: () => void;
}

export function VariableFacts({ name, source, onDone }: VariableFactsProps) {
  const used = lookUpIn(source)(name);
  if (used.type === 'known') return <Known variable={used.variable} source={source} onDone={onDone} />;
  if (used.type === 'dynamic')
    return (
      <Head name={name} notes={<Badge tone="info">dynamic</Badge>}>
        New at each send.
      </Head>
    );
  const nearest = nearestName(used.name, source);
  const { create, createsIn } = source;
  return (
    <>
      <Head name={used.name} notes={<Badge tone="danger">unknown</Badge>}>
        It is sent as it is written.{nearest !== null && <> The nearest name is {nearest}.</>}
      </Head>
      {create !== undefined && (
        <div className={css['foot']}>
          <Button
            size="small"
            onClick={() => {
              create(used.name);
              onDone();
            }}
          >
            {createsIn === undefined ? 'Create' : `Create in ${createsIn}`}
          </Button>
        </div>
      )}
    </>
  );
}

interface HeadProps {
  readonly name: string;
  readonly notes: ReactNode;
  /** Shown between the name and the remarks. */
  readonly value?: ReactNode;
  readonly children: ReactNode;
}

function Head({ name, notes, value, children }: HeadProps) {
  return (
    <div className={css['head']}>
      <div className={css['names']}>
        <strong>{name}</strong>
        {notes}
      </div>
      {value}
      <p className={css['remarks']}>{children}</p>
    </div>
  );
}

function Known({ variable, source, onDone }: KnownProps) {
  const { name, owner, scope, isSecret, setBy } = variable;
  const { edit } = source;
  return (
    <>
      <Head
        name={name}
        notes={
          <>
            {setBy !== undefined && <Badge tone="warn">script</Badge>}
            {isSecret && <Badge>secret</Badge>}
            <Badge>{owner || scope}</Badge>
          </>
        }
        value={
          edit === undefined ? (
            <code className={css['value']}>{shownValue(variable) ?? 'not set'}</code>
          ) : (
            <ValueField
              variable={variable}
              onSave={(value) => {
                edit(variable, value);
                onDone();
              }}
            />
          )
        }
      >
        {remarksOf(variable)}
      </Head>
      <VariableFoot variable={variable} source={source} onDone={onDone} />
    </>
  );
}

/** Says who set the value, what the file has, and what is hidden. */
function remarksOf({ owner, scope, overrides, setBy }: KnownVariable): string {
  const isOfFile = (each: OverriddenVariable): boolean => each.scope === scope && each.owner === owner;
  const ofFile = setBy === undefined ? undefined : overrides.find(isOfFile);
  const hidden = overrides.filter((each) => each !== ofFile);
  return [
    ...(setBy === undefined ? [] : [`Set by ${setBy}.`]),
    ...(ofFile === undefined ? [] : [`The file has ${ofFile.value || 'no value'}.`]),
    ...(hidden.length > 0
      ? [
          `Hides ${hidden.map((each) => `${each.value ?? 'no value'} of ${each.owner || each.scope}`).join(', ')}.`,
        ]
      : setBy === undefined
        ? [`From ${scope === owner || owner === '' ? scope : `the ${scope} ${owner}`}.`]
        : []),
  ].join(' ');
}

function ValueField({
  variable,
  onSave,
}: {
  readonly variable: KnownVariable;
  readonly onSave: (value: string) => void;
}) {
  const { name, value, isSecret } = variable;
  const [typed, setTyped] = useState(isSecret ? '' : (value ?? ''));
  return (
    <form
      className={css['edit']}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(typed);
      }}
    >
      <TextField
        mono
        aria-label={`Value of ${name}`}
        type={isSecret ? 'password' : 'text'}
        placeholder={isSecret && value !== null ? MASK : 'not set'}
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" size="small" keys="enter">
        Save
      </Button>
    </form>
  );
}
