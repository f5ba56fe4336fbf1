// The form of a new mock server.
import { FormRow, SectionHead, Switch, TextField } from '../../../parts/index.ts';
import css from './mocks.module.css';
import { PortRow } from './port-row.tsx';
import { parseDelay, type MockSetup, type StartError } from './setup.ts';
import { SourceRows } from './source-rows.tsx';
import { UnmatchedRow, ValuesRow } from './value-rows.tsx';

interface SetupFormProps {
  readonly setup: MockSetup;
  readonly error: StartError | null;
  readonly onChange: (part: Partial<MockSetup>) => void;
}

export function SetupForm({ setup, error, onChange }: SetupFormProps) {
  const of = (field: string): string | null => (error?.field === field ? error.message : null);
  const isElsewhere = error !== null && !['port', 'validate', 'proxy'].includes(error.field ?? '');
  return (
    <div className={css['form']} role="region" aria-label="Set-up" tabIndex={-1}>
      <SectionHead title="Answers from" />
      <div className={css['rows']}>
        <SourceRows setup={setup} onChange={onChange} />
        {setup.source !== 'collection' && <ValuesRow setup={setup} onChange={onChange} />}
        <UnmatchedRow setup={setup} error={of('proxy')} onChange={onChange} />
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
      {setup.source !== 'collection' && (
        <FormRow label="Callbacks">
          <span className={css['inline']}>
            <Switch
              label="Send the callbacks of the spec"
              on={setup.callbacks}
              onChange={(callbacks) => onChange({ callbacks })}
            />
            <span>Send the callbacks of the spec</span>
            <small>to the URLs that requests name</small>
          </span>
        </FormRow>
      )}
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
