// The form of a new mock server.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { FormRow, SectionHead, Segmented, SelectField, Switch, TextField } from '../../../parts/index.ts';
import { useResource } from '../../../state/resource.ts';
import { environments } from '../jobs/environments.ts';
import { workspace } from '../model/workspace.ts';
import css from './mocks.module.css';
import { mocks } from './model.ts';
import { parseDelay, parsePort, type MockSetup, type StartError } from './setup.ts';

interface SetupFormProps {
  readonly setup: MockSetup;
  readonly error: StartError | null;
  readonly onChange: (part: Partial<MockSetup>) => void;
}

const SOURCES = [
  ['collection', 'Collection'],
  ['spec', 'Spec'],
] as const;

export function SetupForm({ setup, error, onChange }: SetupFormProps) {
  const of = (field: string): string | null => (error?.field === field ? error.message : null);
  const isElsewhere = error !== null && !['port', 'validate'].includes(error.field ?? '');
  return (
    <div className={css['form']} role="region" aria-label="Set-up" tabIndex={-1}>
      <SectionHead title="Answers from" />
      <div className={css['rows']}>
        <Sources setup={setup} onChange={onChange} />
        {isElsewhere && (
          <p className={css['failed']} role="alert">
            {error.message}
          </p>
        )}
      </div>
      <SectionHead title="Behaves" />
      <div className={css['rows']}>
        <FormRow label="Validate" error={of('validate')}>
          <span className={css['inline']}>
            <Switch
              label="Refuse what the spec forbids"
              on={setup.validate}
              onChange={(validate) => onChange({ validate })}
            />
            <span>Refuse what the spec forbids</span>
            <small>with 4xx and the reasons</small>
          </span>
        </FormRow>
        <FormRow label="Stateful">
          <span className={css['inline']}>
            <Switch
              label="Remember objects"
              on={setup.stateful}
              onChange={(stateful) => onChange({ stateful })}
            />
            <span>Remember objects</span>
            <small>POST makes, GET finds, DELETE removes</small>
          </span>
        </FormRow>
        <FormRow
          label="Delay"
          htmlFor="mock-delay"
          error={parseDelay(setup.delay) === null ? 'Give a time such as 200, or 100-300' : null}
        >
          <span className={css['inline']}>
            <TextField
              id="mock-delay"
              className={css['short']}
              mono
              unit="ms"
              placeholder="0"
              value={setup.delay}
              isWrong={parseDelay(setup.delay) === null}
              onChange={(delay) => onChange({ delay })}
            />
            <small>a range is random</small>
          </span>
        </FormRow>
      </div>
      <SectionHead title="Listens" />
      <div className={css['rows']}>
        <PortRow port={setup.port} error={of('port')} onChange={(port) => onChange({ port })} />
        <FormRow label="HTTPS">
          <span className={css['inline']}>
            <Switch label="HTTPS" on={setup.https} onChange={(https) => onChange({ https })} />
            <small>certificate by Traffic Proxy for localhost</small>
          </span>
        </FormRow>
      </div>
    </div>
  );
}

function Sources({ setup, onChange }: Pick<SetupFormProps, 'setup' | 'onChange'>) {
  const { source } = setup;
  const tree = useResource(workspace).value?.tree ?? [];
  const known = useResource(environments).value ?? [];
  const options = tree
    .filter(({ kind }) => kind === source)
    .map(({ id, name }): readonly [string, string] => [id, name]);
  const active = known.find((each) => each.active)?.name ?? 'none';
  const label = source === 'spec' ? 'Spec' : 'Collection';
  return (
    <>
      <FormRow label="Source">
        <Segmented
          label="Source"
          value={source}
          options={SOURCES}
          onChange={(chosen) => onChange({ source: chosen })}
        />
      </FormRow>
      <FormRow label={label} htmlFor="mock-subject">
        {options.length === 0 ? (
          <p className={css['none']}>
            {source === 'spec'
              ? 'There is no API description in the workspace.'
              : 'There is no collection yet.'}
          </p>
        ) : (
          <SelectField
            id="mock-subject"
            className={css['wide']}
            value={setup[source]}
            options={options}
            onChange={(id) => onChange({ [source]: id })}
          />
        )}
      </FormRow>
      <FormRow label="Environment" htmlFor="mock-environment">
        <SelectField
          id="mock-environment"
          className={css['wide']}
          value={setup.environment}
          options={[['', `Active: ${active}`], ...known.map(({ id, name }) => [id, name] as const)]}
          onChange={(environment) => onChange({ environment })}
        />
      </FormRow>
    </>
  );
}

interface PortRowProps {
  readonly port: string;
  readonly error: string | null;
  readonly onChange: (port: string) => void;
}

function PortRow({ port, error, onChange }: PortRowProps) {
  const number = parsePort(port);
  const state = usePort(number, error);
  const taken =
    state !== null && !state.isFree ? `Port ${number} is used by ${holderText(state, number)}.` : null;
  const message = number === null ? 'Give a port from 1 to 65535' : (taken ?? error);
  const next = state?.next ?? null;
  return (
    <FormRow label="Port" htmlFor="mock-port" error={message}>
      <span className={css['inline']}>
        <TextField
          id="mock-port"
          className={css['short']}
          mono
          inputMode="numeric"
          placeholder="any free"
          value={port}
          isWrong={message !== null}
          onChange={onChange}
        />
        <small>on this computer only</small>
        {taken !== null && next !== null && (
          <button type="button" className={css['link']} onClick={() => onChange(String(next))}>
            Use {next}
          </button>
        )}
      </span>
    </FormRow>
  );
}

type PortState = ResultOf<'client.check_port'>;

/** Milliseconds after the last key before the port is looked at. */
const TYPING_MS = 250;

/** Returns whether a port is free; null while that is not known. `attempt`: looks again when it changes. */
function usePort(port: number | null, attempt: string | null): PortState | null {
  const [state, setState] = useState<PortState | null>(null);
  useEffect(() => {
    setState(null);
    if (port === null || port === 0) return;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      rpc('client.check_port', { port }, ended.signal).then(setState, () => undefined);
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [port, attempt]);
  return state;
}

/** Names the program that has a port: a mock server of this window by its own name. */
function holderText({ holder }: PortState, port: number | null): string {
  const own = mocks.all().find((mock) => mock.end === null && mock.state.port === port);
  if (own !== undefined) return `Mock of ${own.state.name}`;
  if (holder === null) return 'another program';
  return holder.name === null ? `process ${holder.pid}` : `${holder.name}, process ${holder.pid}`;
}
