// The number of mock servers that run, at their page in the sidebar and in the status bar, which leads to them.
import { Badge } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { locationFragment } from '../../../state/location.ts';
import { openTab } from '../model/tabs.ts';
import { useJobs } from '../jobs/channel-jobs.ts';
import { mocks, type Mock } from './model.ts';

function useRunning(): readonly Mock[] {
  return useJobs(mocks).filter(({ end }) => end === null);
}

export function MockMark() {
  const { length } = useRunning();
  return length === 0 ? null : <Badge tone="ok">{length} running</Badge>;
}

export function MockFigures() {
  const running = useRunning();
  const [first] = running;
  if (first === undefined) return null;
  const calls = running.reduce((sum, { state }) => sum + state.total, 0);
  return (
    <a
      href={locationFragment('client', { page: 'mocks' })}
      onClick={(event) => {
        if (running.length > 1) return;
        event.preventDefault();
        openTab(`mock:${first.channel}`);
      }}
    >
      {count(running.length, 'mock')} running, {count(calls, 'call')}
    </a>
  );
}
