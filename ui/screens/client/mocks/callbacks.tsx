// The callbacks that a description declares, with what has become of them.
import { MethodText, SectionHead, StatusText } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import css from './calls.module.css';
import type { SentCallback } from './model.ts';
import type { LoadedRoutes } from './routes.ts';

interface CallbacksProps {
  readonly declared: NonNullable<LoadedRoutes['value']>['callbacks'];
  readonly sent: readonly SentCallback[];
  /** True where they are sent. */
  readonly areSent: boolean;
}

export function Callbacks({ declared, sent, areSent }: CallbacksProps) {
  if (declared.length === 0) return null;
  return (
    <section className={css['callbacks']} aria-label="Callbacks">
      <SectionHead
        title="Callbacks"
        note={
          areSent ? `${sent.length.toLocaleString('en')} sent` : 'not sent: the set-up does not ask for them'
        }
      />
      <ul>
        {declared.map(({ operation, name, method, url }) => {
          const own = sent.filter((each) => each.name === name && each.method === method);
          const last = own.at(-1);
          return (
            <li key={`${operation} ${name} ${method} ${url}`}>
              <MethodText flow={{ method }} />
              <span title={url}>
                {name} <small>after {operation}</small>
              </span>
              {last === undefined ? (
                <small>{areSent ? 'not sent yet' : url}</small>
              ) : (
                <span title={last.url}>
                  {last.status === null ? (
                    <em>{last.reason}</em>
                  ) : (
                    <StatusText flow={{ status: last.status, state: 'completed' }} />
                  )}{' '}
                  <small>{count(own.length, 'time')}</small>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
