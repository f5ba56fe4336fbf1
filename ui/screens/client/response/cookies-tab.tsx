// The cookies that the servers have set on the way, and those that were sent.
import { cookiesOf } from '../../../format/cookies.ts';
import shared from '../../../parts/content.module.css';
import { NameValues } from '../../../parts/name-values.tsx';
import { mainExchange, type Shown } from './shown.ts';

export function CookiesTab({ send }: { readonly send: Shown }) {
  const { exchanges } = send;
  const setters = exchanges.filter(({ head }) => cookiesOf(head?.headers ?? [], 'response').length > 0);
  const last = mainExchange(exchanges);
  return (
    <div className={shared['scroll']} role="region" aria-label="Cookies" tabIndex={0}>
      {setters.map(({ exchange, url, head }) => (
        <section key={exchange}>
          <h3 className={shared['section']}>
            Set by exchange {exchange} <span>{url}</span>
          </h3>
          <NameValues rows={cookiesOf(head?.headers ?? [], 'response')} empty="" />
        </section>
      ))}
      {setters.length === 0 && <p className={shared['hint']}>No cookies were set.</p>}
      <h3 className={shared['section']}>Sent with the last request</h3>
      <NameValues rows={cookiesOf(last?.headers ?? [], 'request')} empty="No cookies were sent." />
    </div>
  );
}
