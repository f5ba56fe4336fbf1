// The head of a load test that goes on or has ended: the test that it is compared with, its report, and Stop.
import { ChevronDown, Download, Play, SlidersHorizontal, Square, Terminal } from 'lucide-react';
import { rpc } from '../../../api/client.ts';
import { useCommands, type Command } from '../../../commands/index.ts';
import { clockText } from '../../../format/measures.ts';
import { Button, Menu, SelectField } from '../../../parts/index.ts';
import { attempt, copyText } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import { PageHead } from '../jobs/page-head.tsx';
import { placed } from '../model/steps.ts';
import { openTab } from '../model/tabs.ts';
import { saveExport } from '../transfer/save-export.ts';
import css from './loads.module.css';
import { stopLoad } from './model.ts';
import { resultCommand } from './result-command.ts';
import { clock, loadSetup } from './setup.ts';
import type { Compared } from './use-compared.ts';
import type { LoadView } from './view.ts';

interface LoadHeadProps {
  readonly view: LoadView;
  readonly compared: Compared;
}

export function LoadHead({ view, compared }: LoadHeadProps) {
  const { id, state, end, startedAt } = view;
  const isRunning = end === null;
  const stop = (): void => stopLoad(id);
  const setUp = (): void => again(view);
  const hasReport = !isRunning && state.result !== null;
  useCommands([
    ...commandsOf(id, isRunning, hasReport, stop),
    {
      id: 'client.startLoad',
      title: 'Set up the load test again',
      group: 'client',
      icon: SlidersHorizontal,
      ...(isRunning && { why: 'It is running' }),
      run: setUp,
    },
  ]);
  return (
    <PageHead title={`${state.name} under load`} note={noteOf(view)}>
      {compared.others.length > 0 && (
        <span className={css['compare']}>
          <label htmlFor="load-compare">Compare with</label>
          <SelectField
            id="load-compare"
            value={compared.before}
            options={[
              ['', 'Nothing'],
              ...compared.others.map((each) => [each.id, timeOf(each.time, startedAt)] as const),
            ]}
            onChange={compared.choose}
          />
        </span>
      )}
      {hasReport && <ReportMenu id={id} />}
      <Button
        icon={Terminal}
        onClick={() => void copyText(resultCommand(state, nameOf), 'Copied the command')}
      >
        Copy command
      </Button>
      {isRunning ? (
        <Button kind="line" icon={Square} keys="mod+." onClick={stop}>
          Stop
        </Button>
      ) : (
        <Button kind="line" icon={Play} onClick={setUp}>
          Set up again
        </Button>
      )}
    </PageHead>
  );
}

function ReportMenu({ id }: { readonly id: string }) {
  return (
    <Menu
      align="end"
      entries={[
        { label: 'As HTML', onSelect: () => saveReport(id, 'html') },
        { label: 'As JSON', onSelect: () => saveReport(id, 'json') },
      ]}
    >
      <Button icon={Download}>
        Report
        <ChevronDown aria-hidden />
      </Button>
    </Menu>
  );
}

function commandsOf(
  id: string,
  isRunning: boolean,
  hasReport: boolean,
  stop: () => void,
): readonly Command[] {
  const noReport = hasReport ? {} : { why: 'It has no result yet' };
  return [
    {
      id: 'client.stopLoad',
      title: 'Stop the load test',
      group: 'client',
      keys: 'mod+.',
      inFields: true,
      icon: Square,
      ...(!isRunning && { why: 'It does not run' }),
      run: stop,
    },
    ...(['html', 'json'] as const).map((format): Command => ({
      id: `client.loadReport.${format}`,
      title: `Save the report of the load test as ${format.toUpperCase()}`,
      group: 'client',
      icon: Download,
      ...noReport,
      run: () => saveReport(id, format),
    })),
  ];
}

/** Returns the name of a part of the workspace by its id; what has none is a name itself. */
function nameOf(id: string): string {
  const kinds = ['folder', 'request', 'dataset'];
  return kinds.map((kind) => placed(`${kind}:${id}`)?.object.name).find((name) => name !== undefined) ?? id;
}

function noteOf({ state, end, startedAt }: LoadView): string {
  const { users, rate, durationMs, environment, result } = state;
  const load = rate === null ? `${users} users` : `${rate} iterations a second`;
  const where = environment === null ? '' : `, ${environment}`;
  if (end === null) return `${load}, ${clock(durationMs / 1000)}${where}`;
  const at = clockText(new Date(startedAt).toISOString());
  const after = result === null ? '' : ` after ${clock(result.durationMs / 1000)}`;
  return `started ${at}, ${end.outcome}${after}, ${load}${where}`;
}

/** Returns the time of day, with the date for another day. */
function timeOf(time: number, now: number): string {
  const clockTime = clockText(new Date(time).toISOString());
  const isSameDay = new Date(time).toDateString() === new Date(now).toDateString();
  return isSameDay ? clockTime : `${new Date(time).toLocaleDateString('en-GB')} ${clockTime}`;
}

function saveReport(id: string, format: 'html' | 'json'): void {
  void attempt('The report is not saved', async () => {
    const { name, text } = await rpc('client.load_test_report', { id, format });
    await saveExport({ fileName: name, files: [{ path: name, text }], warnings: [] }, false);
    say(`Saved ${name}`);
  });
}

/** Opens the set-up with the options of this test. */
function again({ state }: LoadView): void {
  const { collection, only, weights, dataset, dataPerUser, stages, rate, users } = state;
  loadSetup.update((setup) => ({
    ...setup,
    collection,
    only,
    weights: Object.fromEntries(Object.entries(weights).map(([id, weight]) => [id, String(weight)])),
    dataset: dataset ?? '',
    dataPerUser,
    ...(stages.length > 0 && { stages, of: rate === null ? 'users' : 'rate' }),
    ...(rate !== null && { users: String(users) }),
  }));
  openTab('load:new');
}
