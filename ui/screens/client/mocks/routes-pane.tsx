// The routes of a mock server that runs, each with what it answers and how often it was called.
import { FilePen, Plus } from 'lucide-react';
import { useState } from 'react';
import { countText } from '../../../format/measures.ts';
import { Button, MethodText, SectionHead, TextField } from '../../../parts/index.ts';
import { RowList, type RowColumn } from '../jobs/row-list.tsx';
import { placed } from '../model/steps.ts';
import { openTab } from '../model/tabs.ts';
import { AddExample } from './add-example.tsx';
import { AnswerPreview } from './answer-preview.tsx';
import { Callbacks } from './callbacks.tsx';
import { ExampleBody } from './example-body.tsx';
import css from './mocks.module.css';
import type { Mock, Route } from './model.ts';
import { keyOf, RouteStatus } from './preview.tsx';
import { RoutePath } from './route-path.tsx';
import { mainExample, type LoadedRoutes } from './routes.ts';

const COLUMNS: readonly RowColumn<Route>[] = [
  { id: 'method', title: 'Method', width: '72px', cell: ({ method }) => <MethodText flow={{ method }} /> },
  { id: 'path', title: 'Path', width: 'minmax(120px, 1fr)', cell: ({ path }) => <RoutePath path={path} /> },
  {
    id: 'answers',
    title: 'Answers',
    width: 'minmax(90px, 0.9fr)',
    cell: (route) =>
      route.examples.length === 0 ? (
        <span className={css['source']} data-source="none">
          no example
        </span>
      ) : (
        <>
          <RouteStatus route={route} /> {mainExample(route)?.name}
        </>
      ),
  },
  { id: 'calls', title: 'Calls', width: '60px', isNumeric: true, cell: ({ calls }) => countText(calls) },
  {
    id: 'examples',
    title: 'Examples',
    width: '76px',
    isNumeric: true,
    from: 440,
    cell: ({ examples }) => countText(examples.length),
  },
];

interface RoutesPaneProps {
  readonly mock: Mock;
  readonly routes: LoadedRoutes;
}

export function RoutesPane({ mock, routes: { value, error } }: RoutesPaneProps) {
  const [text, setText] = useState('');
  const [selected, setSelected] = useState<string | null>(null);
  const all = value?.routes ?? [];
  const wanted = text.trim().toLowerCase();
  const found = all.filter((each) => keyOf(each).toLowerCase().includes(wanted));
  const route = all.find((each) => keyOf(each) === selected) ?? null;
  return (
    <section className={css['half']} aria-label="Routes of the mock">
      <SectionHead
        title="Routes"
        note={mock.state.spec === null ? 'examples of the collection' : 'of the spec'}
      >
        <TextField
          aria-label="Find route"
          className={css['find']}
          placeholder="Find route"
          value={text}
          onChange={setText}
        />
      </SectionHead>
      {error !== null && mock.end === null && <p className={css['failed']}>{error}</p>}
      <RowList
        label="Routes"
        columns={COLUMNS}
        count={found.length}
        rowAt={(index) => found[index]!}
        keyOf={keyOf}
        selected={selected}
        onSelect={(each) => setSelected(keyOf(each))}
        empty={emptyText(mock, all.length, text)}
      />
      {route !== null && (
        <ExampleBody
          subject={{ channel: mock.channel }}
          route={route}
          isRunning
          actions={
            <>
              {route.examples.length === 0 && mock.state.collection !== null && (
                <AddFirst collection={mock.state.collection} route={route} routes={all} />
              )}
              <OpenRequest id={route.request} />
            </>
          }
        />
      )}
      {route !== null && mock.end === null && (
        <AnswerPreview subject={{ channel: mock.channel }} route={route} />
      )}
      <Callbacks
        declared={value?.callbacks ?? []}
        sent={mock.state.sentCallbacks}
        areSent={mock.state.callbacks}
      />
    </section>
  );
}

function emptyText(mock: Mock, routes: number, text: string): string {
  if (mock.end !== null) return 'It has ended.';
  if (routes > 0) return `No route has “${text}”.`;
  return 'It has no examples yet: every call is answered with 404.';
}

interface AddFirstProps {
  readonly collection: string;
  readonly route: Route;
  readonly routes: readonly Route[];
}

/** Adds the first example of a request. */
function AddFirst({ collection, route: { method, path }, routes }: AddFirstProps) {
  const [isAdding, setAdding] = useState(false);
  const unmatched = { path, query: [], headers: [], body: {}, omitted: 0 };
  return (
    <>
      <Button size="small" icon={Plus} onClick={() => setAdding(true)}>
        Add example
      </Button>
      {isAdding && (
        <AddExample {...{ collection, method, unmatched, routes }} onClose={() => setAdding(false)} />
      )}
    </>
  );
}

/** A description has no saved request behind a route. */
function OpenRequest({ id }: { readonly id: string }) {
  const key = `request:${id}`;
  if (placed(key) === null) return null;
  return (
    <Button size="small" icon={FilePen} onClick={() => openTab(key)}>
      Open request
    </Button>
  );
}
