// The log of assistants' calls, newest first, whose changes can be undone.
import { useEffect, useState } from 'react';
import { durationText } from '../../format/measures.ts';
import { Badge, Button, classes, Segmented } from '../../parts/index.ts';
import table from '../../parts/table.module.css';
import { useResource } from '../../state/resource.ts';
import css from './mcp.module.css';
import { calls, undoCall, type AssistantCall } from './model.ts';

const REFRESH_MS = 3000;

type Shown = 'all' | 'changes' | 'errors';
const SHOWN = [
  ['all', 'All'],
  ['changes', 'Changes'],
  ['errors', 'Errors'],
] as const;

export function CallLog() {
  const { value, error } = useResource(calls);
  const [shown, setShown] = useState<Shown>('all');
  useEffect(() => {
    const timer = setInterval(() => void calls.load(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const all = value ?? [];
  const listed = all.filter((call) => isShown(call, shown));
  return (
    <section className={css['log']} aria-label="Calls of assistants">
      <header className={css['logHead']}>
        <h2>Calls</h2>
        <Segmented label="Shown calls" value={shown} options={SHOWN} onChange={setShown} />
      </header>
      {error !== null && <p className={css['nothing']}>The calls are not known: {error}</p>}
      {value !== null && listed.length === 0 && (
        <p className={css['nothing']}>{all.length === 0 ? EMPTY : 'No call is of this kind.'}</p>
      )}
      {listed.length > 0 && (
        <div role="table" aria-label="Calls" className={css['table']}>
          <div role="row" className={table['head']}>
            {['Time', 'Assistant', 'Tool', 'Parameters', 'Outcome', ''].map((title) => (
              <span key={title} role="columnheader">
                {title === '' ? <span className="visually-hidden">Take back</span> : title}
              </span>
            ))}
          </div>
          {listed.map((call) => (
            <CallRow key={call.id} call={call} />
          ))}
        </div>
      )}
    </section>
  );
}

const EMPTY = 'No assistant has called anything yet. Ask yours, for example: “Why did my last request fail?”';

function isShown({ undo, outcome }: AssistantCall, shown: Shown): boolean {
  if (shown === 'all') return true;
  return shown === 'changes' ? undo !== 'none' : outcome !== 'ok';
}

function CallRow({ call }: { readonly call: AssistantCall }) {
  const { time, client, tool, params, outcome, error, durationMs } = call;
  const at = new Date(time);
  return (
    <div role="row" className={table['row']}>
      <span role="cell" title={at.toLocaleString()}>
        <time dateTime={time}>{at.toLocaleTimeString(undefined, { hourCycle: 'h23' })}</time>
      </span>
      <span role="cell" title={client}>
        {client}
      </span>
      <span role="cell" className={table['strong']} title={tool}>
        {tool}
      </span>
      <span role="cell" className={classes(table['quiet'], css['params'])} title={params}>
        {params === '{}' ? '' : params}
      </span>
      <span role="cell" title={error === '' ? durationText(durationMs) : error}>
        {outcome === 'ok' ? (
          durationText(durationMs)
        ) : (
          <Badge tone="danger">{error === '' ? outcome : error}</Badge>
        )}
      </span>
      <span role="cell">
        <TakeBack call={call} />
      </span>
    </div>
  );
}

function TakeBack({ call }: { readonly call: AssistantCall }) {
  const [isBusy, setBusy] = useState(false);
  if (call.undo === 'done') return <Badge>Taken back</Badge>;
  if (call.undo === 'none') return null;
  const undo = async (): Promise<void> => {
    setBusy(true);
    await undoCall(call);
    setBusy(false);
  };
  return (
    <Button kind="line" size="small" disabled={isBusy} onClick={() => void undo()}>
      Undo
    </Button>
  );
}
