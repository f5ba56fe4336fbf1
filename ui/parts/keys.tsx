// Keycaps as the platform shows them.
import { keyCaps } from '../commands/keyboard.ts';
import css from './keys.module.css';

export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className={css['keys']} aria-hidden>
      {keyCaps(keys).map((cap, index) => (
        <kbd key={index} className={css['key']}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}
