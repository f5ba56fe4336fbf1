// The command palette and the list of keys.
import { Command as Cmdk } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useState } from 'react';
import { Button, Dialog, Keys } from '../parts/index.ts';
import { useStore } from '../state/store.ts';
import {
  currentCommands,
  foundCommands,
  groupedCommands,
  keysOf,
  listedCommands,
  type Command,
  type CommandsOfGroup,
} from '../commands/index.ts';
import { FIELD_KEYS } from './field-keys.ts';
import css from './palette.module.css';
import { closePalette, palette } from './palette-state.ts';

export function Palette() {
  const shown = useStore(palette);
  if (shown === 'keys') return <KeyList />;
  return shown === 'palette' ? <CommandList /> : null;
}

function CommandList() {
  const [query, setQuery] = useState('');
  const [commands] = useState(() => currentCommands().filter(({ inPalette }) => inPalette !== false));
  const groups = groupedCommands(query.startsWith('>') ? commands : [...commands, ...foundCommands(query)]);
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && closePalette()}>
      <Radix.Portal>
        <Radix.Overlay className={css['scrim']} />
        <Radix.Content className={css['palette']} aria-describedby={undefined}>
          <Radix.Title className="visually-hidden">Search or run a command</Radix.Title>
          <Cmdk label="Commands" loop filter={score}>
            <div className={css['field']}>
              <Search aria-hidden />
              <Cmdk.Input
                value={query}
                onValueChange={setQuery}
                placeholder="Search or run a command"
                aria-label="Search or run a command"
              />
              <Keys keys="escape" />
            </div>
            <Cmdk.List className={css['list']} label="Commands">
              <Cmdk.Empty className={css['empty']}>Nothing has this name.</Cmdk.Empty>
              {groups.map(({ id, heading, commands: group }) => (
                <Cmdk.Group key={id} heading={heading}>
                  {group.map((command) => (
                    <Entry key={command.id} command={command} />
                  ))}
                </Cmdk.Group>
              ))}
            </Cmdk.List>
            <div className={css['foot']}>
              <Keys keys="arrowup" />
              <Keys keys="arrowdown" /> Choose
              <Keys keys="enter" /> Run
              <span className={css['footEnd']}>
                Type <b>&gt;</b> commands, <b>#</b> request id, <b>@</b> host
              </span>
            </div>
          </Cmdk>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Ranks an entry by where its title matches: at the start, at the start of a word, or inside. Then its other words
 * count; 0 hides the entry.
 */
function score(_id: string, search: string, keywords: readonly string[] = []): number {
  const wanted = search.toLowerCase().replace(/^>\s*/, '').trim();
  const [title = '', ...words] = keywords.map((keyword) => keyword.toLowerCase());
  if (title.startsWith(wanted)) return 1;
  if (title.includes(` ${wanted}`)) return 0.8;
  if (title.includes(wanted)) return 0.5;
  if (words.some((word) => word.includes(wanted))) return 0.4;
  return wanted.split(/\s+/).every((word) => title.includes(word)) ? 0.3 : 0;
}

function Entry({ command }: { readonly command: Command }) {
  const { id, title, icon: Icon, words, run } = command;
  const select = (): void => {
    closePalette();
    // Run after the palette has returned the focus.
    setTimeout(run);
  };
  return (
    <Cmdk.Item
      value={id}
      keywords={[title, ...(words === undefined ? [] : [words])]}
      onSelect={select}
      className={css['entry']}
    >
      {Icon === undefined ? <span className={css['noIcon']} /> : <Icon aria-hidden />}
      <span className={css['title']}>{title}</span>
      {keysOf(command)
        .slice(0, 1)
        .map((keys) => (
          <Keys key={keys} keys={keys} />
        ))}
    </Cmdk.Item>
  );
}

function KeyList() {
  const groups = groupedCommands(listedCommands().filter((command) => keysOf(command).length > 0));
  return (
    <Dialog
      title="Keys"
      wide
      isText
      onClose={closePalette}
      actions={
        <Button kind="line" autoFocus onClick={closePalette}>
          Close
        </Button>
      }
    >
      <div className={css['keyList']}>
        {groups.map((group) => (
          <KeyGroup key={group.id} {...group} />
        ))}
        {FIELD_KEYS.map(({ heading, rows }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            <dl>
              {rows.map(([title, ...keys]) => (
                <KeyRow key={title} title={title} keys={keys} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function KeyGroup({ heading, commands }: CommandsOfGroup) {
  // A reason that most have is said once.
  const [usual] = commands.map(({ why }) => why);
  return (
    <section>
      <h2>
        {heading}
        {usual !== undefined && `: ${usual}`}
      </h2>
      <dl>
        {commands.map((command) => (
          <KeyRow
            key={command.id}
            {...command}
            keys={keysOf(command)}
            isOff={command.why !== undefined}
            why={command.why === usual ? undefined : command.why}
          />
        ))}
      </dl>
    </section>
  );
}

interface KeyRowProps {
  readonly title: string;
  readonly keys: readonly string[];
  readonly isOff?: boolean;
  readonly why?: string | undefined;
}

function KeyRow({ title, keys, isOff = false, why }: KeyRowProps) {
  return (
    <div data-off={isOff}>
      <dt>
        {title}
        {why !== undefined && <small>{why}</small>}
      </dt>
      <dd>
        {keys.map((each) => (
          <Keys key={each} keys={each} />
        ))}
      </dd>
    </div>
  );
}
