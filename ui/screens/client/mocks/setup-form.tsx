// The form of a new mock server.
import { FormRow, SectionHead, Switch } from '../../../parts/index.ts';
import { Behaviour } from './behaviour-rows.tsx';
import css from './mocks.module.css';
import { PortRow } from './port-row.tsx';
import type { MockSetup, StartError } from './setup.ts';
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
