// The examples of a route, and the body of the one that is chosen.
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { MethodText, SectionHead, StatusText } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import css from './calls.module.css';
import type { Route } from './model.ts';
import { useRoutes } from './routes.ts';

const CodeText = lazy(() => import('../../../editor/code-text.tsx'));

interface ExampleBodyProps {
  /** A channel, a collection or a description. */
  readonly subject: object;
  readonly route: Route;
  /** True where calls are counted. */
  readonly isRunning?: boolean;
  readonly actions?: ReactNode;
}

export function ExampleBody({ subject, route, isRunning = false, actions }: ExampleBodyProps) {
  const { value } = useRoutes({ ...subject, request: route.request }, isRunning ? route.calls : 0);
  const [chosen, setChosen] = useState<string | null>(null);
  const found = value?.routes.find(({ method, path }) => method === route.method && path === route.path);
  const examples = found?.examples ?? route.examples;
  const shown = examples.find(({ id }) => id === chosen) ?? examples[0];
  return (
    <section className={css['examples']} aria-label="Examples of the route">
      <SectionHead
        title={
          <>
            <MethodText flow={{ method: route.method }} /> {route.path}
          </>
        }
        note={`${examples.length} ${examples.length === 1 ? 'example' : 'examples'}`}
      >
        {actions}
      </SectionHead>
      <ul className={css['exampleList']}>
        {examples.map(({ id, name, status, query, calls }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === shown?.id}
              className={css['example']}
              onClick={() => setChosen(id)}
            >
              <StatusText flow={{ status, state: 'completed' }} />
              <span>{name}</span>
              <small>{query.length === 0 ? '' : `query ${query.join(', ')}`}</small>
              {isRunning && <span className={css['number']}>{count(calls, 'call')}</span>}
            </button>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <div className={css['body']}>
          {shown.body === null || shown.body === '' ? (
            <p className={css['none']}>
              {value === null ? '' : shown.body === '' ? 'No body' : 'The body is binary'}
            </p>
          ) : (
            <Suspense fallback={null}>
              <CodeText
                key={shown.id}
                text={shown.body}
                label={`Body of ${shown.name}`}
                language={languageOf(shown.mediaType)}
              />
            </Suspense>
          )}
        </div>
      )}
    </section>
  );
}

function languageOf(mediaType: string | null): 'json' | 'xml' | 'text' {
  return mediaType === null || /json/i.test(mediaType)
    ? 'json'
    : /xml|html/i.test(mediaType)
      ? 'xml'
      : 'text';
}
