// The form of a new mock server.
import { FormRow, SectionHead, Segmented, SelectField, Switch, TextField } from '../../../parts/index.ts';
import { useResource } from '../../../state/resource.ts';
import { environments } from '../model/environments.ts';
import { workspace } from '../model/workspace.ts';
import css from './mocks.module.css';
import { PortRow } from './port-row.tsx';
import { parseDelay, type MockSetup, type StartError } from './setup.ts';

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
        <Behaviour setup={setup} error={of('validate')} onChange={onChange} />
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

interface BehaviourProps extends Pick<SetupFormProps, 'setup' | 'onChange'> {
  /** The reason why requests cannot be checked. */
  readonly error: string | null;
}

function Behaviour({ setup, error, onChange }: BehaviourProps) {
  return (
    <>
      <FormRow label="Validate" error={error}>
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
    </>
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
