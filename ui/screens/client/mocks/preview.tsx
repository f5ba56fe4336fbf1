// The answers of a mock server, before it is started.
import { useState } from 'react';
import { MethodText, SectionHead, StatusText } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { RowList, type RowColumn } from '../jobs/row-list.tsx';
import { AnswerPreview } from './answer-preview.tsx';
import { Callbacks } from './callbacks.tsx';
import { ExampleBody } from './example-body.tsx';
import css from './mocks.module.css';
import type { Route } from './model.ts';
import { mainExample, useRoutes } from './routes.ts';
import { RoutePath } from './route-path.tsx';
import { subjectOf, type MockSetup } from './setup.ts';

/** By the number of examples: none, one, several. */
const FROM: readonly ((count: number) => string)[] = [
  () => 'no example: 404',
  () => 'example',
  (count) => `example, 1 of ${count}`,
];

const COLUMNS: readonly RowColumn<Route>[] = [
  { id: 'method', title: 'Method', width: '72px', cell: ({ method }) => <MethodText flow={{ method }} /> },
  { id: 'path', title: 'Path', width: 'minmax(120px, 1fr)', cell: ({ path }) => <RoutePath path={path} /> },
  { id: 'status', title: 'Status', width: '62px', cell: (route) => <RouteStatus route={route} /> },
  {
    id: 'from',
    title: 'From',
    width: 'minmax(90px, 0.8fr)',
    from: 340,
    cell: ({ examples }) => FROM[Math.min(2, examples.length)]!(examples.length),
  },
];

export function RouteStatus({ route }: { readonly route: Route }) {
  const main = mainExample(route);
  return main === undefined ? '—' : <StatusText flow={{ status: main.status, state: 'completed' }} />;
}

export function Preview({ setup }: { readonly setup: MockSetup }) {
  const { environment } = setup;
  const subject = subjectOf(setup);
  const params = subject === null ? null : { ...subject, ...(environment !== '' && { environment }) };
  const { value, error } = useRoutes(params);
  const [selected, setSelected] = useState<string | null>(null);
  const routes = value?.routes ?? [];
  const route = routes.find((each) => keyOf(each) === selected) ?? null;
  return (
    <section className={css['side']} aria-label="What it will answer">
      <SectionHead
        title="What it will answer"
        note={
          value === null ? undefined : `${count(value.total, 'route')}, ${count(value.examples, 'example')}`
        }
      />
      {error !== null ? (
        <p className={css['failed']}>{error}</p>
      ) : (
        <RowList
          label="Routes"
          columns={COLUMNS}
          count={routes.length}
          rowAt={(index) => routes[index]!}
          keyOf={keyOf}
          selected={selected}
          onSelect={(each) => setSelected(keyOf(each))}
          empty={
            value === null
              ? ''
              : 'It has no examples yet: every call is answered with 404. A response is saved as an example with Save as example, and calls of the running mock become examples too.'
          }
        />
      )}
      {route !== null && params !== null && <ExampleBody subject={params} route={route} />}
      {route !== null && params !== null && (
        <AnswerPreview subject={{ ...params, ...madeParams(setup) }} route={route} />
      )}
      <Callbacks declared={value?.callbacks ?? []} sent={[]} areSent={setup.callbacks} />
    </section>
  );
}

/** Returns how values are made. */
function madeParams({ source, dynamic, seed }: MockSetup): {
  readonly dynamic?: true;
  readonly seed?: string;
} {
  if (source === 'collection' || !dynamic) return {};
  return { dynamic: true, ...(seed.trim() !== '' && { seed: seed.trim() }) };
}

export function keyOf({ method, path }: Route): string {
  return `${method} ${path}`;
}
