// The answers of a new mock server where no example fits: values of the schema, or the response of a real server.
import { Checkbox, FormRow, Segmented, Switch, TextField } from '../../../parts/index.ts';
import css from './mocks.module.css';
import { isServer, type MockSetup } from './setup.ts';

interface ValueRowsProps {
  readonly setup: MockSetup;
  readonly onChange: (part: Partial<MockSetup>) => void;
}

export function ValuesRow({ setup, onChange }: ValueRowsProps) {
  return (
    <FormRow label="Values">
      <span className={css['inline']}>
        <Switch
          label="Make values from the schema"
          on={setup.dynamic}
          onChange={(dynamic) => onChange({ dynamic })}
        />
        <span>Make values from the schema</span>
        {setup.dynamic && (
          <>
            <label htmlFor="mock-seed">Seed</label>
            <TextField
              id="mock-seed"
              className={css['short']}
              mono
              placeholder="none"
              value={setup.seed}
              onChange={(seed) => onChange({ seed })}
            />
            <small>same seed, same values</small>
          </>
        )}
      </span>
    </FormRow>
  );
}

const UNMATCHED = [
  ['none', '404'],
  ['passOn', 'Pass on'],
] as const;

/** `error`: why the server cannot be used. */
export function UnmatchedRow({ setup, error, onChange }: ValueRowsProps & { readonly error: string | null }) {
  const { passesOn, proxy, proxyChanges } = setup;
  const isWrong = passesOn && !isServer(proxy);
  const message = isWrong && proxy.trim() !== '' ? 'Give a URL such as https://api.example.com/v1' : error;
  return (
    <FormRow label="Unmatched" error={message}>
      <span className={css['inline']}>
        <Segmented
          label="Calls that no example fits"
          value={passesOn ? 'passOn' : 'none'}
          options={UNMATCHED}
          onChange={(chosen) => onChange({ passesOn: chosen === 'passOn' })}
        />
        {passesOn && (
          <TextField
            aria-label="Server that gets them"
            className={css['server']}
            mono
            placeholder="https://api.example.com"
            value={proxy}
            isWrong={isWrong}
            onChange={(text) => onChange({ proxy: text })}
          />
        )}
      </span>
      {passesOn && (
        <span className={css['inline']}>
          <Switch
            label="Pass on changes too"
            on={proxyChanges}
            onChange={(changes) => onChange({ proxyChanges: changes })}
          />
          <span>Changes too</span>
          <small>GET, HEAD and OPTIONS alone otherwise</small>
        </span>
      )}
      {passesOn && (
        <Checkbox
          label={
            setup.source === 'spec'
              ? 'Keep what comes back in the description'
              : 'Keep what comes back as examples'
          }
          checked={setup.keepsPassed}
          onChange={(keepsPassed) => onChange({ keepsPassed })}
        />
      )}
    </FormRow>
  );
}
