// A mock server that runs, or has ended: how it behaves, its routes at the left, its calls at the right.
import { CircleAlert, CircleStop } from 'lucide-react';
import { useState } from 'react';
import { Note, Segmented } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { useMedia } from '../../../state/media.ts';
import { CallsPane } from './calls-pane.tsx';
import { MockHead } from './mock-head.tsx';
import css from './mocks.module.css';
import type { Mock } from './model.ts';
import { RoutesPane } from './routes-pane.tsx';
import { useRoutes } from './routes.ts';

export function MockPage({ mock }: { readonly mock: Mock }) {
  const { channel, state, end } = mock;
  const isRunning = end === null;
  const routes = useRoutes(isRunning ? { channel } : null, state.total);
  const isOne = useMedia('(max-width: 899px)');
  const [shown, setShown] = useState<'routes' | 'calls'>('calls');
  const routesPane = <RoutesPane mock={mock} routes={routes} />;
  const callsPane = <CallsPane mock={mock} routes={routes.value?.routes ?? []} />;
  return (
    <div className={css['page']}>
      <MockHead mock={mock} routes={routes.value} />
      {end !== null && (
        <p className={css['ended']} role="status">
          It has ended{end.reason === null ? '' : `: ${end.reason}`}. Calls get no answer.
        </p>
      )}
      {state.problem !== null && isRunning && (
        <Note tone="warn" icon={CircleStop} title="A change is not served">
          <p>{state.problem}. It answers as before until the file can be read.</p>
        </Note>
      )}
      {state.answers !== null && state.answers.wrong > 0 && isRunning && (
        <Note
          tone="warn"
          icon={CircleAlert}
          title={`${count(state.answers.wrong, 'answer')} of ${state.answers.checked} ${state.answers.wrong === 1 ? 'does' : 'do'} not match the schema`}
        >
          <p>{state.answers.named.map(({ name, detail }) => `${name} (${detail})`).join(', ')}</p>
        </Note>
      )}
      {isOne ? (
        <>
          <div className={css['switch']}>
            <Segmented
              label="Part that is shown"
              value={shown}
              options={[
                ['calls', 'Calls'],
                ['routes', 'Routes'],
              ]}
              onChange={setShown}
            />
          </div>
          {shown === 'routes' ? routesPane : callsPane}
        </>
      ) : (
        <div className={css['halves']}>
          {routesPane}
          {callsPane}
        </div>
      )}
    </div>
  );
}
