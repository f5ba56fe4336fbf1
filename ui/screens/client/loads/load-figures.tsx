// The load test that runs, at its page in the sidebar and in the status bar, which leads to it.
import { Badge } from '../../../parts/index.ts';
import { locationFragment } from '../../../state/location.ts';
import { openTab } from '../model/tabs.ts';
import { useJobs } from '../jobs/channel-jobs.ts';
import { loads } from './model.ts';
import { clock } from './setup.ts';

export function LoadMark() {
  return useJobs(loads).some(({ end }) => end === null) ? <Badge tone="ok">running</Badge> : null;
}

export function LoadFigures() {
  const load = useJobs(loads).find(({ end }) => end === null);
  if (load === undefined) return null;
  const { seconds, durationMs } = load.state;
  return (
    <a
      href={locationFragment('client', { page: 'loads' })}
      onClick={(event) => {
        event.preventDefault();
        openTab(`load:${load.channel}`);
      }}
    >
      Load test: {clock(seconds.at(-1)?.at ?? 0)} of {clock(durationMs / 1000)}
    </a>
  );
}
