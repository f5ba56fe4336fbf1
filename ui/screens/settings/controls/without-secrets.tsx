// The switch of an output that omits secrets.
import { Switch } from '../../../parts/index.ts';
import type { Fields } from '../model/values.ts';
import css from '../settings.module.css';

interface WithoutSecretsProps {
  readonly of: Fields;
  readonly onChange: (changed: Fields) => void;
}

export function WithoutSecrets({ of, onChange }: WithoutSecretsProps) {
  return (
    <div className={css['line']}>
      <Switch
        label="Without secrets"
        on={of['redact'] === true}
        onChange={(on) => onChange({ ...of, redact: on })}
      />
      <span className={css['hint']}>Without secrets</span>
    </div>
  );
}
