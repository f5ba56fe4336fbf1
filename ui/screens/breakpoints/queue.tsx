// Lists the held messages, oldest first, and the rules that hold them.
import { useNow } from '../../state/clock.ts';
import { useCommands, type Command } from '../../commands/index.ts';
import { go, locationFragment } from '../../state/location.ts';
import { elapsedText } from '../../format/measures.ts';
import { Badge, Button, MethodText, Sidebar, Switch } from '../../parts/index.ts';
import { attempt } from '../../state/actions.ts';
import { rpc } from '../../api/client.ts';
import { toolList } from '../../state/app.ts';
import { createPreference, isNumber } from '../../state/preferences.ts';
import { useResource } from '../../state/resource.ts';
import css from './breakpoints.module.css';
import { pathOf, sendAll, type Held } from './edits.ts';

const WIDTH = 280;
const sidebarWidth = createPreference('breakpoints.sidebar', WIDTH, isNumber);

interface QueueProps {
  readonly list: readonly Held[];
  /** Edited messages that are no longer held. */
  readonly unsent: readonly Held[];
  readonly current: Held | undefined;
}

export function Queue({ list, unsent, current }: QueueProps) {
  const all = [...list, ...unsent];
  const at = current === undefined ? -1 : all.indexOf(current);
  const select = (index: number): void => {
    const held = all[index];
    if (held !== undefined) go('breakpoints', { id: held.id });
  };
  const move = (id: string, title: string, keys: readonly string[], step: number): Command => ({
    id: `breakpoints.${id}`,
    title,
    group: 'breakpoints',
    keys,
    inPalette: false,
    run: () => select(at + step),
  });
  useCommands([
    move('next', 'Next message', ['arrowdown', 'j'], 1),
    move('previous', 'Previous message', ['arrowup', 'k'], -1),
  ]);
  return (
    <Sidebar
      label="Held messages"
      title={<>Breakpoints {list.length > 0 && <Badge tone="warn">{list.length} held</Badge>}</>}
      actions={list.length > 1 && <Button onClick={() => void sendAll(list)}>Send all</Button>}
      width={sidebarWidth}
      initial={WIDTH}
      foot={<Rules />}
    >
      <ul className={css['queue']}>
        {all.map((held) => (
          <Entry key={held.id} held={held} isGone={unsent.includes(held)} isCurrent={held === current} />
        ))}
      </ul>
    </Sidebar>
  );
}

interface EntryProps {
  readonly held: Held;
  readonly isGone: boolean;
  readonly isCurrent: boolean;
}

function Entry({ held, isGone, isCurrent }: EntryProps) {
  const now = useNow(!isGone);
  const isResponse = held.stage === 'response';
  return (
    <li>
      <a
        className={css['entry']}
        href={locationFragment('breakpoints', { id: held.id })}
        aria-current={isCurrent ? 'true' : undefined}
        title={held.request.url}
      >
        <MethodText flow={{ method: held.request.method }} />
        <span className={css['entryPath']}>{pathOf(held)}</span>
        <span className={css['entryTime']}>{!isGone && elapsedText(held.pausedAt, now)}</span>
        <span className={css['entryHost']}>{URL.parse(held.request.url)?.host}</span>
        {isGone ? (
          <Badge tone="danger">Gone</Badge>
        ) : (
          <Badge tone={isResponse ? 'info' : 'warn'}>{isResponse ? 'Response' : 'Request'}</Badge>
        )}
      </a>
    </li>
  );
}

function Rules() {
  const { value: tools } = useResource(toolList);
  const breakpoint = tools?.find(({ tool }) => tool === 'breakpoint');
  const switchRule = (rule: Readonly<Record<string, unknown>>, enabled: boolean): void => {
    void attempt('The rule cannot be switched', async () => {
      await rpc('ui.save_rule', { tool: 'breakpoint', rule: { ...rule, enabled } });
      await toolList.load();
    });
  };
  return (
    <>
      <div className={css['rulesHead']}>
        Rules{breakpoint?.enabled === false && ', all off'}
        <a href={locationFragment('tools', { tool: 'breakpoint' })}>Edit</a>
      </div>
      {breakpoint?.rules.map((rule) => (
        <div key={String(rule['id'])} className={css['rule']}>
          <Switch
            label={`Rule ${String(rule['name'])}`}
            on={rule['enabled'] === true}
            onChange={(on) => switchRule(rule, on)}
          />
          <span className={css['ruleName']}>{String(rule['name'])}</span>
          <span>{String(rule['stage'])}</span>
        </div>
      ))}
    </>
  );
}
