// The head of a mock server that runs or has ended: what can be done, and how it behaves, which changes without a restart.
import { CircleCheck, CircleStop, Copy, RotateCcw, Square } from 'lucide-react';
import { useState } from 'react';
import { useCommands } from '../../../commands/index.ts';
import { clockText } from '../../../format/measures.ts';
import { Button, Checkbox, Switch, TextField } from '../../../parts/index.ts';
import { copyText, count } from '../../../state/actions.ts';
import { PageHead } from '../jobs/page-head.tsx';
import { closeTab, openTab } from '../model/tabs.ts';
import { Failing } from './failing.tsx';
import css from './mocks.module.css';
import { changeMock, stopMock, type Mock } from './model.ts';
import type { LoadedRoutes } from './routes.ts';
import { delayText, mockSetup, parseDelay } from './setup.ts';

interface MockHeadProps {
  readonly mock: Mock;
  /** Null while they are not known. */
  readonly routes: LoadedRoutes['value'];
}

export function MockHead({ mock, routes }: MockHeadProps) {
  const { channel, state, end } = mock;
  const isRunning = end === null;
  const stop = (): void => stopMock(channel);
  useCommands([
    {
      id: 'client.stopMock',
      title: 'Stop the mock server',
      group: 'client',
      keys: 'mod+.',
      inFields: true,
      icon: Square,
      ...(!isRunning && { why: 'It does not run' }),
      run: stop,
    },
  ]);
  const Mark = isRunning ? CircleCheck : CircleStop;
  return (
    <>
      <PageHead
        mark={
          <Mark
            className={isRunning ? css['on'] : undefined}
            aria-label={isRunning ? 'Running' : 'Stopped'}
          />
        }
        title={`Mock of ${state.name}`}
        note={noteOf(mock, routes?.total ?? null)}
      >
        <Button icon={Copy} onClick={() => void copyText(state.url, 'Copied the address')}>
          Copy address
        </Button>
        <Button
          kind={isRunning ? 'quiet' : 'primary'}
          icon={RotateCcw}
          onClick={() => {
            if (isRunning) stop();
            again(mock);
          }}
        >
          {isRunning ? 'Stop and set up' : 'Set up again'}
        </Button>
        {isRunning && (
          <Button kind="line" icon={Square} keys="mod+." onClick={stop}>
            Stop
          </Button>
        )}
      </PageHead>
      <Behaviour mock={mock} routes={routes} />
    </>
  );
}

function noteOf({ state: { examples, environment } }: Mock, routes: number | null): string {
  const parts = [
    ...(routes === null ? [] : [count(routes, 'route')]),
    count(examples, 'example'),
    ...(environment === null ? [] : [environment]),
  ];
  return parts.join(', ');
}

/** Opens the set-up as this mock server was started. */
function again({ channel, state }: Mock): void {
  const { collection, spec, stateful, validate, onlyLog, dynamic, seed, proxy, proxyChanges } = state;
  const { keeps, callbacks, port, url, failPercent, failStatus } = state;
  mockSetup.update((setup) => ({
    ...setup,
    source: spec === null ? 'collection' : collection === null ? 'spec' : 'both',
    ...(collection !== null && { collection }),
    ...(spec !== null && { spec }),
    stateful,
    validate,
    onlyLog,
    keepsPassed: keeps,
    failPercent: failPercent === 0 ? '' : String(failPercent),
    failStatus: String(failStatus),
    dynamic,
    seed: seed ?? '',
    passesOn: proxy !== null,
    ...(proxy !== null && { proxy }),
    proxyChanges,
    callbacks,
    https: url.startsWith('https:'),
    delay: delayText(state),
    port: String(port),
  }));
  closeTab(`mock:${channel}`);
  openTab('mock:new');
}

function Behaviour({ mock: { channel, state, startedAt, end }, routes }: MockHeadProps) {
  // After a reload the page has the latest calls, and the app knows their number.
  const calls = Math.max(state.total, routes?.calls ?? 0);
  const unmatched = Math.max(state.unmatched, routes?.unmatched ?? 0);
  const since = clockText(new Date(startedAt).toISOString()).slice(0, 5);
  const isOver = end !== null;
  return (
    <div className={css['bar']}>
      <code className={css['url']}>{state.url}</code>
      <Delay key={delayText(state)} channel={channel} text={delayText(state)} isOver={isOver} />
      <span className={css['inline']}>
        <Switch
          label="Remembers objects"
          on={state.stateful}
          disabled={isOver}
          onChange={(stateful) => changeMock(channel, { stateful })}
        />
        <span>Remembers objects</span>
      </span>
      <span className={css['inline']}>
        <Switch
          label="Refuses what the spec forbids"
          on={state.validate}
          disabled={isOver}
          onChange={(validate) => changeMock(channel, { validate })}
        />
        <span>Refuses what the spec forbids</span>
        {state.validate && (
          <Checkbox
            label="only log"
            checked={state.onlyLog}
            onChange={(onlyLog) => changeMock(channel, { onlyLog })}
          />
        )}
      </span>
      <Failing key={`${state.failPercent} ${state.failStatus}`} {...{ channel, state, isOver }} />
      <span className={css['since']}>
        since {since}, {count(calls, 'call')}, {unmatched.toLocaleString('en')} without example
      </span>
    </div>
  );
}

interface DelayProps {
  readonly channel: string;
  readonly text: string;
  readonly isOver: boolean;
}

/** It counts when the field is left. */
function Delay({ channel, text: initial, isOver }: DelayProps) {
  const [text, setText] = useState(initial);
  const delay = parseDelay(text);
  const apply = (): void => {
    if (delay !== null && text !== initial) changeMock(channel, delay);
  };
  return (
    <span className={css['inline']}>
      <label htmlFor="mock-live-delay">Delay</label>
      <TextField
        id="mock-live-delay"
        className={css['short']}
        mono
        unit="ms"
        placeholder="0"
        value={text}
        disabled={isOver}
        isWrong={delay === null}
        onChange={setText}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply();
          if (event.key === 'Escape') setText(initial);
        }}
      />
    </span>
  );
}
