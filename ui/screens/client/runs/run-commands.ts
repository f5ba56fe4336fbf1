// The commands of a run that goes on or has ended.
import { useCommands } from '../../../commands/index.ts';
import { pauseRun, stopRun } from './live.ts';
import type { RunModel } from './run-model.ts';

interface RunActions {
  readonly run: RunModel;
  readonly onAgain: () => void;
  readonly onFailedAgain: () => void;
  readonly onSetup: () => void;
}

export function useRunCommands({ run, onAgain, onFailedAgain, onSetup }: RunActions): void {
  const { isGoing, isPaused } = run;
  const shared = { group: 'client', heading: 'Run' } as const;
  const why = isGoing ? {} : { why: 'The run has ended' };
  const later = isGoing ? { why: 'The run goes on' } : {};
  useCommands([
    {
      ...shared,
      ...why,
      id: 'client.run-stop',
      title: 'Stop the run',
      keys: 'mod+.',
      inFields: true,
      run: () => void stopRun(run),
    },
    {
      ...shared,
      ...why,
      id: 'client.run-pause',
      title: isPaused ? 'Go on with the run' : 'Pause the run',
      run: () => void pauseRun(run, !isPaused),
    },
    {
      ...shared,
      ...later,
      id: 'client.run-again',
      title: 'Run again',
      keys: ['mod+enter', 'alt+r'],
      inFields: true,
      run: onAgain,
    },
    {
      ...shared,
      ...(isGoing ? later : run.counts.failed === 0 ? { why: 'Nothing has failed' } : {}),
      id: 'client.run-failed-again',
      title: 'Run what failed again',
      run: onFailedAgain,
    },
    { ...shared, ...later, id: 'client.run-setup', title: 'Change the set-up of the run', run: onSetup },
  ]);
}
