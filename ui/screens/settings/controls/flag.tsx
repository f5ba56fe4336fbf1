// A setting that is on or off.
import { Switch } from '../../../parts/index.ts';
import { machine } from '../../../state/app.ts';
import { useResource } from '../../../state/resource.ts';
import css from '../settings.module.css';
import type { ControlProps } from './contract.ts';

export function FlagControl({ title, value, onChange }: ControlProps) {
  return (
    <div className={css['line']}>
      <Switch label={title} on={value === true} onChange={onChange} />
      <span className={css['state']}>{value === true ? 'On' : 'Off'}</span>
    </div>
  );
}

/** A switch with the addresses at which others reach this computer. */
export function NetworkFlagControl({ title, value, onChange }: ControlProps) {
  const addresses = useResource(machine).value?.addresses ?? [];
  return (
    <div className={css['line']}>
      <Switch label={title} on={value === true} onChange={onChange} />
      <span className={css['state']}>
        {value !== true ? 'This computer only' : addresses.length === 0 ? 'No network' : addresses.join(', ')}
      </span>
    </div>
  );
}
