// A spinner that appears only when something takes a while.
import { Spinner } from '../../../parts/index.ts';
import css from './waiting.module.css';

export function Waiting() {
  return (
    <div className={css['waiting']}>
      <Spinner label="Loading" />
    </div>
  );
}
