// The letter of a session.
import { letterOf, sessionTitle } from '../model/sessions.ts';
import css from './session-mark.module.css';

export function SessionMark({ session }: { readonly session: string }) {
  return (
    <span className={css['mark']} title={sessionTitle(session)} aria-hidden>
      {letterOf(session)}
    </span>
  );
}
