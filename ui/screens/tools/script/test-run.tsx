// A test run of a script on a captured request: what it would change, its console, its error.
import { Play } from 'lucide-react';
import { useState } from 'react';
import type { ParamsOf, ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { useCommands } from '../../../commands/index.ts';
import { Button, Segmented, SelectField } from '../../../parts/index.ts';
import { flowList, flowTable } from '../../../state/flows.ts';
import { useStore } from '../../../state/store.ts';
import { ConsoleLines, ScriptLog } from './console.tsx';
import css from './script.module.css';

type Trial = ResultOf<'ui.test_script'>;

interface Failure {
  readonly failure: string;
}

/** The error with which a script ended, and its position at the end of the text. */
export interface Thrown {
  readonly code: string;
  readonly text: string;
}

interface TestRunProps {
  readonly code: string;
  readonly ruleName: string;
  readonly timeoutMs: unknown;
  /** The ids of the captured requests that the rule matches. */
  readonly matched: readonly number[];
  /** Called with the error of a test run; null when it had none. */
  readonly onThrown: (thrown: Thrown | null) => void;
}

/** The number of requests that are offered. */
const MAX_OFFERED = 100;

export function TestRun({ code, ruleName, timeoutMs, matched, onThrown }: TestRunProps) {
  useStore(flowList);
  const offered = matched.slice(-MAX_OFFERED).toReversed();
  const [chosen, setChosen] = useState<number | null>(null);
  const [trial, test] = useTrial(onThrown);
  const [shown, setShown] = useState<'test' | 'log'>('test');
  const id = chosen !== null && offered.includes(chosen) ? chosen : (offered[0] ?? null);
  const run = (): void => {
    if (id === null) return;
    setShown('test');
    void test({ code, id, ...(typeof timeoutMs === 'number' && { timeoutMs }) });
  };
  useCommands([
    {
      id: 'tools.test',
      title: 'Test script',
      group: 'tools',
      icon: Play,
      keys: 'mod+enter',
      inFields: true,
      run,
    },
  ]);
  return (
    <section className={css['test']} aria-label="Test run">
      <div className={css['testBar']}>
        <Segmented
          label="Output"
          value={shown}
          options={[
            ['test', 'Test run'],
            ['log', 'Console'],
          ]}
          onChange={setShown}
        />
        <SelectField
          className={css['request']}
          aria-label="Request to test with"
          value={String(id ?? '')}
          disabled={id === null}
          options={
            id === null
              ? [['', 'No captured request matches']]
              : offered.map((each) => [String(each), titleOf(flowTable.find(each), each)] as const)
          }
          onChange={(value) => setChosen(Number(value))}
        />
        <Button kind="line" size="small" icon={Play} keys="mod+enter" disabled={id === null} onClick={run}>
          Test
        </Button>
      </div>
      <div className={css['output']} role="status">
        {shown === 'log' ? <ScriptLog ruleName={ruleName} /> : <TrialResult trial={trial} />}
      </div>
    </section>
  );
}

/** Returns the outcome of the last test, null before the first, and the function that tests a script. */
function useTrial(onThrown: TestRunProps['onThrown']) {
  const [trial, setTrial] = useState<Trial | Failure | null>(null);
  const test = async (params: ParamsOf<'ui.test_script'>): Promise<void> => {
    try {
      const result = await rpc('ui.test_script', params);
      setTrial(result);
      onThrown(result.error === null ? null : { code: params.code, text: errorText(result.error) });
    } catch (error) {
      setTrial({ failure: messageOf(error) });
    }
  };
  return [trial, test] as const;
}

function titleOf(flow: { readonly method: string; readonly url: string } | undefined, id: number): string {
  if (flow === undefined) return String(id);
  const { pathname = flow.url } = URL.parse(flow.url) ?? {};
  return `${id} ${flow.method} ${pathname.slice(0, 60)}`;
}

const OUTCOMES = {
  changed: 'changes',
  unchanged: 'changes nothing',
  blocked: 'blocks the request with 403',
  responds: 'responds itself',
} as const;

/** Returns an error with its position, as the editor reads it. */
function errorText({ message, line, column }: NonNullable<Trial['error']>): string {
  if (line === null || message.includes('(line ')) return message;
  return `${message} (line ${line}${column === null ? '' : `, column ${column}`})`;
}

function TrialResult({ trial }: { readonly trial: Trial | Failure | null }) {
  if (trial === null)
    return (
      <p className={css['hint']}>Runs onRequest and onResponse on a captured request. Nothing is sent.</p>
    );
  if ('failure' in trial) return <p className={css['failure']}>{trial.failure}</p>;
  const { steps, functions, console, error } = trial;
  return (
    <>
      {steps.map(({ name, outcome, changes }) => (
        <div key={name} className={css['step']}>
          <p>
            <b className="mono">{name}</b> {OUTCOMES[outcome]}
          </p>
          {changes.map(({ where, before, after }) => (
            <div key={where} className={css['change']}>
              <span className={css['where']}>{where}</span>
              <div>
                {before !== null && <del>{before}</del>}
                {after !== null && <ins>{after}</ins>}
              </div>
            </div>
          ))}
        </div>
      ))}
      {error !== null && <p className={css['failure']}>{errorText(error)}</p>}
      {steps.length === 0 && error === null && <p className={css['hint']}>{untried(functions)}</p>}
      <ConsoleLines lines={console.map(({ level, text }) => ({ level, message: text }))} />
    </>
  );
}

function untried(functions: readonly string[]): string {
  if (functions.length === 0) return 'The script defines none of the functions that the proxy calls.';
  return `${functions.join(' and ')} cannot be tried on a captured request, or there was no response.`;
}
