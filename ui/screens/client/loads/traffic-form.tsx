// The traffic of a load test: requests, environment, data, think time, and how.
import { Checkbox, FormRow, SelectField, TextField } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import { environments } from '../model/environments.ts';
import { workspace, type TreeObject } from '../model/workspace.ts';
import css from './setup.module.css';
import { MAX_USERS, parseNumber, parseThinkTime } from './setup.ts';
import type { LoadSetup } from './setup-parts.ts';
import type { Plan } from './use-plan.ts';

interface TrafficFormProps {
  readonly setup: LoadSetup;
  readonly plan: Plan | null;
  readonly onChange: (part: Partial<LoadSetup>) => void;
}

export function TrafficForm({ setup, plan, onChange }: TrafficFormProps) {
  const shared = { setup, onChange };
  return (
    <div className={css['rows']}>
      <Sources {...shared} plan={plan} />
      <ThinkTime {...shared} />
      <DataRows {...shared} plan={plan} />
      {setup.of === 'rate' && <UserLimit {...shared} />}
      <More {...shared} />
    </div>
  );
}

function Sources({ setup, plan, onChange }: TrafficFormProps) {
  const tree = useResource(workspace).value?.tree ?? [];
  const known = useResource(environments).value ?? [];
  const choices = selections(tree);
  const chosen = `${setup.collection}/${setup.only.join(',')}`;
  const active = known.find((each) => each.active)?.name ?? 'none';
  return (
    <>
      <FormRow label="Requests" htmlFor="load-requests">
        <span className={css['inline']}>
          <SelectField
            id="load-requests"
            className={css['wide']}
            value={chosen}
            options={
              choices.some(([value]) => value === chosen)
                ? choices
                : [...choices, [chosen, `${setup.only.length} folders and requests`]]
            }
            onChange={(value) => {
              const [collection = '', only = ''] = value.split('/');
              onChange({ collection, only: only === '' ? [] : only.split(','), weights: {} });
            }}
          />
          {plan !== null && <small>{plan.requests.length} in order</small>}
        </span>
      </FormRow>
      <FormRow label="Environment" htmlFor="load-environment">
        <SelectField
          id="load-environment"
          className={css['wide']}
          value={setup.environment}
          options={[['', `Active: ${active}`], ...known.map(({ id, name }) => [id, name] as const)]}
          onChange={(environment) => onChange({ environment })}
        />
      </FormRow>
    </>
  );
}

type RowProps = Omit<TrafficFormProps, 'plan'>;

function ThinkTime({ setup, onChange }: RowProps) {
  const isTime = parseThinkTime(setup.thinkTime) !== null;
  return (
    <FormRow
      label="Think time"
      htmlFor="load-think"
      error={isTime ? null : 'Give seconds such as 1, or 0.5-2'}
    >
      <span className={css['inline']}>
        <TextField
          id="load-think"
          className={css['short']}
          mono
          unit="s"
          placeholder="0"
          value={setup.thinkTime}
          isWrong={!isTime}
          onChange={(thinkTime) => onChange({ thinkTime })}
        />
        <small>between iterations, a range is random</small>
      </span>
    </FormRow>
  );
}

function DataRows({ setup, plan, onChange }: TrafficFormProps) {
  const tree = useResource(workspace).value?.tree ?? [];
  const data = tree.filter(({ kind }) => kind === 'dataset');
  return (
    <FormRow label="Data rows" htmlFor="load-data">
      <span className={css['inline']}>
        <SelectField
          id="load-data"
          className={css['wide']}
          value={setup.dataset}
          options={[['', 'None'], ...data.map(({ id, name }) => [id, name] as const)]}
          onChange={(dataset) => onChange({ dataset })}
        />
        {setup.dataset !== '' && plan !== null && (
          <small>
            {count(plan.rows, 'row')}, {setup.dataPerUser ? 'one each user' : 'by turns'}
          </small>
        )}
        {setup.dataset !== '' && (
          <Checkbox
            label="Each user has its own"
            checked={setup.dataPerUser}
            onChange={(dataPerUser) => onChange({ dataPerUser })}
          />
        )}
      </span>
    </FormRow>
  );
}

function UserLimit({ setup, onChange }: RowProps) {
  const isNumber = parseNumber(setup.users, 1, MAX_USERS) !== null;
  return (
    <FormRow label="At most" htmlFor="load-users" error={isNumber ? null : 'Give 1 to 1000'}>
      <span className={css['inline']}>
        <TextField
          id="load-users"
          className={css['short']}
          mono
          unit="users"
          value={setup.users}
          isWrong={!isNumber}
          onChange={(users) => onChange({ users })}
        />
        <small>at a time; iterations wait for a free one</small>
      </span>
    </FormRow>
  );
}

function More({ setup, onChange }: RowProps) {
  const isThreads = parseNumber(setup.threads, 1, 64) !== null;
  const isTimeout = setup.timeout.trim() === '' || parseNumber(setup.timeout, 1, 3600) !== null;
  return (
    <>
      <FormRow label="Timeout" htmlFor="load-timeout" error={isTimeout ? null : 'Give 1 to 3600 seconds'}>
        <TextField
          id="load-timeout"
          className={css['short']}
          mono
          unit="s"
          placeholder="its own"
          value={setup.timeout}
          isWrong={!isTimeout}
          onChange={(timeout) => onChange({ timeout })}
        />
      </FormRow>
      <FormRow label="Threads" htmlFor="load-threads" error={isThreads ? null : 'Give 1 to 64'}>
        <span className={css['inline']}>
          <TextField
            id="load-threads"
            className={css['short']}
            mono
            value={setup.threads}
            isWrong={!isThreads}
            onChange={(threads) => onChange({ threads })}
          />
          <small>share the users, for more than one core</small>
        </span>
      </FormRow>
      <FormRow label="TLS">
        <Checkbox
          label="Do not verify certificates"
          checked={setup.insecure}
          onChange={(insecure) => onChange({ insecure })}
        />
      </FormRow>
    </>
  );
}

/** Returns collections with their folders, and requests of the type that load tests send. */
function selections(tree: readonly TreeObject[]): readonly (readonly [string, string])[] {
  return tree
    .filter(({ kind }) => kind === 'collection')
    .flatMap(({ id, name, items = [] }) => [[`${id}/`, name] as const, ...inside(id, name, items)]);
}

function inside(
  collection: string,
  path: string,
  items: readonly TreeObject[],
): readonly (readonly [string, string])[] {
  return items.flatMap(({ kind, id, name, items: inner = [] }) => {
    const title = `${path} / ${name}`;
    const own = [`${collection}/${id}`, title] as const;
    return kind === 'folder' ? [own, ...inside(collection, title, inner)] : [own];
  });
}
