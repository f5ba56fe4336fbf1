// The status of a response: that of HTTP, or of another protocol with its name.
import { StatusText } from '../../../parts/index.ts';
import type { SentResponse } from '../sends/events.ts';
import css from './figures.module.css';

/** The lowest status of HTTP; those of other protocols are below. */
const HTTP = 100;

export function ResponseStatus({ response: { status, reason } }: { readonly response: SentResponse }) {
  if (status >= HTTP) return <StatusText flow={{ status, state: 'completed' }} />;
  const text = [status === 0 && reason !== '' ? '' : String(status), reason].filter((part) => part !== '');
  return (
    <strong className={css['protocol']} data-ok={status === 0}>
      {text.join(' ')}
    </strong>
  );
}
