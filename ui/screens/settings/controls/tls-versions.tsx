// The minimum TLS versions towards clients and servers.
import { SelectField } from '../../../parts/index.ts';
import type { Fields } from '../model/values.ts';
import css from '../settings.module.css';
import type { ControlProps } from './contract.ts';

const VERSIONS = ['1.0', '1.1', '1.2', '1.3'] as const;
const SIDES = ['clients', 'servers'] as const;

export function TlsVersionsControl({ value, onChange }: ControlProps) {
  const of = value as Fields;
  return (
    <div className={css['line']}>
      {SIDES.map((side) => (
        <SelectField
          key={side}
          aria-label={`Lowest version of TLS with ${side}`}
          className={css['short']}
          value={String(of[side])}
          options={VERSIONS.map((version) => [version, `${side}: ${version}`] as const)}
          onChange={(chosen) => onChange({ ...of, [side]: chosen })}
        />
      ))}
    </div>
  );
}
