// The behaviour of a new mock server: checks, memory, callbacks, delay and failures.
import { FormRow, Segmented, Switch, TextField } from '../../../parts/index.ts';
import css from './mocks.module.css';
import { parseDelay, parseFailing, type MockSetup } from './setup.ts';

const VALIDATION = [
  ['refuse', '4xx with the reasons'],
  ['log', 'Only log'],
] as const;

interface BehaviourProps {
  readonly setup: MockSetup;
  readonly onChange: (part: Partial<MockSetup>) => void;
  /** The reason why requests cannot be checked. */
  readonly error: string | null;
}

export function Behaviour({ setup, error, onChange }: BehaviourProps) {
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
          {setup.validate && (
            <Segmented
              label="What happens to it"
              value={setup.onlyLog ? 'log' : 'refuse'}
              options={VALIDATION}
              onChange={(chosen) => onChange({ onlyLog: chosen === 'log' })}
            />
          )}
          {!setup.validate && <small>with 4xx and the reasons</small>}
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
      <DelayRow {...{ setup, onChange }} />
    </>
  );
}

function DelayRow({ setup, onChange }: Omit<BehaviourProps, 'error'>) {
  const isLate = parseDelay(setup.delay) !== null;
  const isShare = parseFailing(setup) !== null;
  const error = isLate
    ? isShare
      ? null
      : 'Give a percentage from 0 to 100, and a status from 400 to 599'
    : 'Give a time such as 200, or 100-300';
  return (
    <FormRow label="Delay" htmlFor="mock-delay" error={error}>
      <span className={css['inline']}>
        <TextField
          id="mock-delay"
          className={css['short']}
          mono
          unit="ms"
          placeholder="0"
          value={setup.delay}
          isWrong={!isLate}
          onChange={(delay) => onChange({ delay })}
        />
        <span>and</span>
        <TextField
          aria-label="Percentage of calls that fail"
          className={css['tiny']}
          mono
          unit="%"
          placeholder="0"
          value={setup.failPercent}
          isWrong={!isShare}
          onChange={(failPercent) => onChange({ failPercent })}
        />
        <span>of calls fail with</span>
        <TextField
          aria-label="Status of calls that fail"
          className={css['tiny']}
          mono
          placeholder="503"
          value={setup.failStatus}
          isWrong={!isShare}
          onChange={(failStatus) => onChange({ failStatus })}
        />
      </span>
    </FormRow>
  );
}
