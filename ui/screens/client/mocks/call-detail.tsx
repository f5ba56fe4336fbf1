// The details of a call: why it was answered so, and of one without example the request, which becomes one.
import { ArrowLeftRight, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button, MethodText, Note, Tabs, type TabItem } from '../../../parts/index.ts';
import { NameValues } from '../../../parts/name-values.tsx';
import { go } from '../../../state/location.ts';
import { AddExample } from './add-example.tsx';
import { FromTraffic, capturedLike } from './from-traffic.tsx';
import css from './calls.module.css';
import { KeepPassed } from './keep-passed.tsx';
import type { Call, Mock, Route, UnmatchedRequest } from './model.ts';
import { nearestRoutes, type Nearest } from './routes.ts';

const PANEL = 'mock-call-panel';

type Tab = 'why' | 'request';

interface CallDetailProps {
  readonly mock: Mock;
  readonly call: Call;
  readonly routes: readonly Route[];
}

export function CallDetail({ mock, call, routes }: CallDetailProps) {
  const [tab, setTab] = useState<Tab>('why');
  const { unmatched } = call;
  const items: readonly TabItem<Tab>[] = [
    { id: 'why', title: 'Why' },
    ...(unmatched === undefined ? [] : [{ id: 'request', title: 'Request' } as const]),
  ];
  return (
    <section className={css['detail']} aria-label="Call">
      <Tabs
        label="Call"
        items={items}
        value={tab}
        onChange={setTab}
        panel={PANEL}
        start={
          <strong className={css['detailTitle']}>
            {call.method} {call.path.split('?')[0]}
          </strong>
        }
      />
      <div className={css['detailBody']} id={PANEL} role="tabpanel" aria-label={tab} tabIndex={0}>
        {tab === 'request' && unmatched !== undefined ? (
          <RequestOf request={unmatched} />
        ) : unmatched === undefined ? (
          <Answered {...{ mock, call, routes }} />
        ) : (
          <Unmatched {...{ mock, call, routes, unmatched }} />
        )}
      </div>
    </section>
  );
}

function Answered({ mock, call, routes }: CallDetailProps) {
  const { source, exampleName, path, method, differences = [], invalid = [] } = call;
  const texts: Readonly<Record<Call['source'], string>> = {
    example: `Its example “${exampleName}” fits best.`,
    made: `Values made from the schema, in the form of “${exampleName}”.`,
    passedOn:
      differences.length === 0
        ? 'No example fits: the server behind has answered.'
        : `No example fits: the server behind has answered. Its answer differs from the spec: ${differences.join('; ')}.`,
    stored: `An object that a client has stored, in the form of the example “${exampleName}”.`,
    refused: 'The request does not fit the spec. The answer names what is wrong.',
    failed: 'It fails on purpose: a share of the calls does.',
    preflight: 'A preflight of CORS is permitted.',
    none: '',
  };
  const { port } = mock.state;
  // These end a value of the filter language, or are operators in it.
  const plain = path.replace(/[?#].*$/s, '').replaceAll(/[\s"(),|&]/g, '*');
  const filter = `method:${method} url:*:${port}${plain}*`;
  return (
    <p className={css['reason']}>
      {texts[source]}{' '}
      <button type="button" className={css['link']} onClick={() => go('traffic', { filter })}>
        Find it in traffic
      </button>
      {invalid.length > 0 && <span> The request does not fit the spec: {invalid.join('; ')}.</span>}
      {call.passed !== undefined && <KeepPassed {...{ mock, call, routes }} passed={call.passed} />}
    </p>
  );
}

function Unmatched({
  mock,
  call,
  routes,
  unmatched,
}: CallDetailProps & { readonly unmatched: UnmatchedRequest }) {
  const [isAdding, setAdding] = useState<'example' | 'traffic' | null>(null);
  const { collection } = mock.state;
  const same = mock.state.calls.filter(
    (each) =>
      each.source === 'none' && each.method === call.method && each.unmatched?.path === unmatched.path,
  ).length;
  const captured = capturedLike(call.method, unmatched.path, mock.state.port);
  const nearest = nearestRoutes(call.method, unmatched.path, routes);
  const times = same === 1 ? 'Called once.' : same === 2 ? 'Called twice.' : `Called ${same} times.`;
  const close = (): void => setAdding(null);
  return (
    <>
      <Note
        tone="warn"
        icon={TriangleAlert}
        title="No example fits"
        actions={
          collection !== null && (
            <>
              <Button kind="primary" icon={Plus} onClick={() => setAdding('example')}>
                Add example
              </Button>
              {captured.length > 0 && (
                <Button kind="line" icon={ArrowLeftRight} onClick={() => setAdding('traffic')}>
                  From traffic, {captured.length}
                </Button>
              )}
            </>
          )
        }
      >
        <p>
          {times}{' '}
          {collection === null
            ? 'It answers from a spec, which is changed in its file.'
            : 'An example makes the mock answer from the next call on, without a restart.'}
        </p>
      </Note>
      <NearestRoutes nearest={nearest} />
      {isAdding === 'example' && collection !== null && (
        <AddExample {...{ collection, method: call.method, unmatched, routes }} onClose={close} />
      )}
      {isAdding === 'traffic' && collection !== null && (
        <FromTraffic {...{ collection, captured }} onClose={close} />
      )}
    </>
  );
}

function NearestRoutes({ nearest }: { readonly nearest: readonly Nearest[] }) {
  if (nearest.length === 0) return null;
  return (
    <>
      <h4 className={css['nearestHead']}>Nearest routes</h4>
      <ul className={css['nearest']}>
        {nearest.map(({ route, why, score }) => (
          <li key={`${route.method} ${route.path}`}>
            <MethodText flow={{ method: route.method }} />
            <span>{route.path}</span>
            <span>{why}</span>
            <span className={css['number']}>{Math.round(100 * score)} %</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function RequestOf({ request: { query, headers, body, omitted } }: { readonly request: UnmatchedRequest }) {
  const text = body.text ?? '';
  return (
    <>
      {query.length > 0 && (
        <>
          <h4 className={css['nearestHead']}>Query</h4>
          <NameValues rows={query.map(({ name, value }) => [name, value] as const)} empty="" />
        </>
      )}
      <h4 className={css['nearestHead']}>Headers</h4>
      <NameValues rows={headers.map(({ name, value }) => [name, value] as const)} empty="None" />
      <h4 className={css['nearestHead']}>Body</h4>
      {body.base64 !== undefined && body.base64 !== '' ? (
        <p className={css['none']}>It is binary.</p>
      ) : text === '' ? (
        <p className={css['none']}>None</p>
      ) : (
        <pre className={css['plainBody']}>
          {text}
          {omitted > 0 && `\n… ${omitted.toLocaleString('en')} more bytes`}
        </pre>
      )}
    </>
  );
}
