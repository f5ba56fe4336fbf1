// The parts that are taken out of captured requests: hosts, secrets, cookies and automatic headers.
import { Badge, Button, Checkbox, SectionHead } from '../../../../parts/index.ts';
import { count } from '../../../../state/actions.ts';
import type { Plan } from './plan.ts';
import css from './save-dialog.module.css';

interface TakenOutProps {
  readonly plan: Plan;
  readonly kept: readonly string[];
  readonly onKeep: (kept: readonly string[]) => void;
}

const KINDS = {
  host: 'so that an environment can change it',
  secret: 'looks like a token: its value stays on this machine, in no file',
  authorization: 'the collection signs in by itself',
  cookies: 'the jar sends them',
  headers: 'of the browser, or automatic',
} as const;

export function TakenOut({ plan: { takenOut }, kept, onKeep }: TakenOutProps) {
  if (takenOut.length === 0) return null;
  const secrets = takenOut.filter(
    ({ kind }) => kind === 'secret' || kind === 'authorization' || kind === 'cookies',
  );
  return (
    <>
      <SectionHead title="Taken out of the requests" note={count(takenOut.length, 'part')}>
        <Button size="small" onClick={() => onKeep(takenOut.map(({ id }) => id))}>
          Keep all as sent
        </Button>
      </SectionHead>
      {secrets.some(({ id }) => kept.includes(id)) && (
        <p className={css['warning']} role="alert">
          {`${count(secrets.filter(({ id }) => kept.includes(id)).length, 'secret')} would stand in files of the workspace.`}
        </p>
      )}
      <ul aria-label="Taken out">
        {takenOut.map(({ id, kind, shown, variable, isNew }) => (
          <li key={id} className={css['part']}>
            <Checkbox
              label={shown}
              checked={!kept.includes(id)}
              onChange={(on) => onKeep(on ? kept.filter((each) => each !== id) : [...kept, id])}
            />
            <span>
              {variable === null ? 'left out' : <code>{`{{${variable}}}`}</code>}
              {isNew && <Badge tone="ok">new</Badge>}
            </span>
            <small>{KINDS[kind]}</small>
          </li>
        ))}
      </ul>
    </>
  );
}
