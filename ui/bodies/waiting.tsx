// A spinner that appears only after a short wait.
import { Spinner } from '../parts/index.ts';
import css from './waiting.module.css';

export function Waiting() {
  return (
    <div className={css['waiting']}>
      <Spinner label="Loading" />
    </div>
  );
}
