// The breakpoints screen: the queue at the left, and the chosen message in the middle.
import { locationFragment } from '../../state/location.ts';
import { pausedList, toolList } from '../../state/app.ts';
import { useResource } from '../../state/resource.ts';
import type { ScreenProps } from '../contract.ts';
import css from './breakpoints.module.css';
import { useUnsent } from './edits.ts';
import { HeldMessage } from './held-message.tsx';
import { Queue } from './queue.tsx';

export function BreakpointsScreen({ params }: ScreenProps) {
  const { value: list, error } = useResource(pausedList);
  const unsent = useUnsent(list ?? []);
  if (list === null)
    return error === null ? null : <p className={css['empty']}>Held messages cannot be loaded: {error}</p>;
  const all = [...list, ...unsent];
  const current = all.find(({ id }) => id === params['id']) ?? all[0];
  return (
    <>
      <Queue list={list} unsent={unsent} current={current} />
      {current === undefined ? (
        <Nothing />
      ) : (
        <HeldMessage key={current.id} held={current} isGone={unsent.includes(current)} />
      )}
    </>
  );
}

function Nothing() {
  const { value: tools } = useResource(toolList);
  const breakpoint = tools?.find(({ tool }) => tool === 'breakpoint');
  const isReady = breakpoint?.enabled === true && breakpoint.rules.some((rule) => rule['enabled'] === true);
  return (
    <div className={css['empty']} data-region>
      <div className={css['emptyText']}>
        <h2>Nothing is held</h2>
        <p>
          {isReady
            ? 'The next message that a breakpoint rule matches waits here until you send it on.'
            : 'No breakpoint rule is on. In Traffic, select a request and press B, or make a rule here.'}
        </p>
        <a href={locationFragment('tools', { tool: 'breakpoint' })}>
          {isReady ? 'Show the rules' : 'Make a breakpoint rule'}
        </a>
      </div>
    </div>
  );
}
