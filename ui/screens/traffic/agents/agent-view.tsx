// A run of an AI agent in place of the list: figures, its steps on a time line, and one step in detail.
import { ArrowLeft, Download, List, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { AgentRun, AgentStep } from '../../../../src/session/methods/ui-types.ts';
import { saveFile } from '../../../bodies/body-files.ts';
import { rpc } from '../../../api/client.ts';
import { useCommands } from '../../../commands/index.ts';
import { dateTimeText, durationText } from '../../../format/measures.ts';
import { Button, Segmented } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { go } from '../../../state/location.ts';
import { isViewer } from '../../../state/mode.ts';
import { agentRun } from '../model/agent-runs.ts';
import { setFilter, setSource } from '../model/view.ts';
import css from './agents.module.css';
import { RunFigures } from './run-figures.tsx';
import { StepPane } from './step-pane.tsx';
import { StepRows } from './step-rows.tsx';
import { useRun } from './use-run.ts';

export function AgentView({ id }: { readonly id: number }) {
  const { run, error } = useRun(id);
  if (run === null)
    return (
      <div className={css['view']}>
        <Bar title="Run of an agent" />
        <p className={css['hint']}>{error ?? 'Loading'}</p>
      </div>
    );
  return <Loaded key={id} run={run} />;
}

const KINDS = ['model', 'tool', 'mcp', 'http'] as const;
type Shown = 'all' | (typeof KINDS)[number];

function Loaded({ run }: { readonly run: AgentRun }) {
  const { steps, totals } = run;
  const [shown, setShown] = useState<Shown>('all');
  const [chosen, setChosen] = useState(() => steps.find(({ kind }) => kind === 'model')?.number ?? 1);
  const rows = shown === 'all' ? steps : steps.filter(({ kind }) => kind === shown);
  const current = steps[chosen - 1] ?? steps[0];
  const options: readonly (readonly [Shown, string])[] = [
    ['all', `All ${totals.steps}`],
    ['model', `LLM ${totals.models}`],
    ['tool', `Tools ${totals.tools}`],
    ['mcp', `MCP ${totals.mcp}`],
    ['http', `HTTP ${totals.http}`],
  ];
  return (
    <div className={css['view']}>
      <Bar title={run.name === '' ? `Run ${run.id}` : run.name} about={aboutOf(run)}>
        <Actions run={run} step={current} />
      </Bar>
      <RunFigures run={run} />
      <div className={css['split']}>
        <section className={css['steps']} aria-label="Time line">
          <div className={css['sub']}>
            <Segmented label="Steps" value={shown} options={options} onChange={setShown} />
            <span className={css['gap']} />
            <span className={css['hint']}>0 to {durationText(totals.durationMs)}</span>
          </div>
          <StepRows run={run} rows={rows} current={current?.number ?? 0} onChoose={setChosen} />
        </section>
        {current !== undefined && <StepPane run={run} step={current} />}
      </div>
    </div>
  );
}

function aboutOf({ program, process, startedAt }: AgentRun): string {
  const name = program ?? 'Unknown program';
  const whose = process === null ? name : `${name}, pid ${process}`;
  return `${whose}, ${dateTimeText(new Date(startedAt).toISOString())}`;
}

interface BarProps {
  readonly title: string;
  readonly about?: string;
  readonly children?: React.ReactNode;
}

function Bar({ title, about = '', children }: BarProps) {
  const back = (): void => agentRun.set(null);
  useCommands([
    { id: 'agent.back', title: 'Back', group: 'traffic', keys: 'escape', inPalette: false, run: back },
  ]);
  return (
    <div className={css['bar']}>
      <Button size="small" icon={ArrowLeft} keys="escape" onClick={back}>
        Traffic
      </Button>
      <h1 dir="auto">{title}</h1>
      <span className={css['about']}>{about}</span>
      <span className={css['gap']} />
      {children}
    </div>
  );
}

function Actions({ run, step }: { readonly run: AgentRun; readonly step: AgentStep | undefined }) {
  const exchange = step?.exchange ?? null;
  const edit = (): void => {
    if (exchange !== null) go('client', { from: String(exchange) });
  };
  const canEdit = exchange !== null && !isViewer;
  useCommands(
    canEdit
      ? [{ id: 'agent.edit', title: 'Open call in client', group: 'traffic', keys: 'e', run: edit }]
      : [],
  );
  return (
    <>
      <Button size="small" icon={List} onClick={() => showRequests(run)}>
        Show as requests
      </Button>
      {!isViewer && (
        <Button size="small" icon={Pencil} keys="e" disabled={!canEdit} onClick={edit}>
          Open call in client
        </Button>
      )}
      <Button size="small" icon={Download} onClick={() => void exportPage(run)}>
        Export
      </Button>
    </>
  );
}

/** Shows the exchanges of a run in the list. */
function showRequests({ steps }: AgentRun): void {
  const ids = steps.flatMap(({ exchange }) => exchange ?? []);
  agentRun.set(null);
  setSource({ type: 'all' });
  setFilter(`id:${ids.join(',')}`);
}

async function exportPage({ id }: AgentRun): Promise<void> {
  await attempt('The run cannot be exported', async () => {
    const { text } = await rpc('ui.agent_run_page', { id });
    saveFile(new Blob([text], { type: 'text/html' }), `run-${id}.html`);
  });
}
