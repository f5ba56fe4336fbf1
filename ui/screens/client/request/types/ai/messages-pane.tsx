// The conversation that a model is asked to go on with: instructions, then messages.
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { variableExtensions } from '../../../../../editor/variable-extensions.ts';
import type { VariableSource } from '../../../../../editor/variable-source.ts';
import { Button, Menu, SectionHead, type MenuEntry } from '../../../../../parts/index.ts';
import type { RequestView } from '../../fields.ts';
import type { PaneProps } from '../../pane.ts';
import requestCss from '../../request.module.css';
import { useLatest } from '../../use-latest.ts';
import { editSection } from '../shared/options-pane.tsx';
import css from './ai.module.css';
import { TakeOver } from './take-over.tsx';

const CodeEdit = lazy(() => import('../../../../../editor/code-edit.tsx'));

export type Message = NonNullable<NonNullable<RequestView['ai']>['messages']>[number];

export function MessagesPane({ tabKey, request, variables }: PaneProps) {
  const { system = '', messages = [] } = request.ai ?? {};
  const write = (changed: readonly Message[]): void =>
    editSection(tabKey, request, 'ai', { messages: changed });
  const nextRole = messages.at(-1)?.role === 'user' ? 'assistant' : 'user';
  const all = [system, ...messages.map(({ text }) => text)].join('\n');
  return (
    <div className={requestCss['scroll']}>
      <SectionHead title="System" note={tokensText(system)} />
      <MessageField
        label="System"
        text={system}
        variables={variables}
        onChange={(text) => editSection(tabKey, request, 'ai', { system: text })}
      />
      {messages.map((message, at) => (
        <section key={at} aria-label={`Message ${at + 1}`}>
          <SectionHead title={TITLES[message.role]} note={tokensText(message.text)}>
            <Menu entries={menuOf(messages, at, write)} align="end">
              <Button size="small" aria-label={`Change message ${at + 1}`}>
                Change
              </Button>
            </Menu>
          </SectionHead>
          <MessageField
            label={`Message ${at + 1}, ${TITLES[message.role]}`}
            text={message.text}
            variables={variables}
            onChange={(text) => write(messages.with(at, { ...message, text }))}
          />
        </section>
      ))}
      <div className={css['foot']}>
        <Button icon={Plus} onClick={() => write([...messages, { role: nextRole, text: '' }])}>
          Message
        </Button>
        <TakeOver
          tabKey={tabKey}
          onAnswer={(text) => write([...messages, { role: 'assistant', text }, { role: 'user', text: '' }])}
        />
        {all !== '' && <span className={css['note']}>{tokensText(all)} in</span>}
      </div>
    </div>
  );
}

const TITLES = { user: 'User', assistant: 'Assistant' } as const;

function menuOf(
  messages: readonly Message[],
  at: number,
  write: (messages: readonly Message[]) => void,
): readonly MenuEntry[] {
  const message = messages[at]!;
  const other = message.role === 'user' ? 'assistant' : 'user';
  const move = (to: number): void => write(messages.toSpliced(at, 1).toSpliced(to, 0, message));
  return [
    {
      label: `Make it of the ${other}`,
      onSelect: () => write(messages.with(at, { ...message, role: other })),
    },
    { label: 'Move up', icon: ArrowUp, disabled: at === 0, onSelect: () => move(at - 1) },
    {
      label: 'Move down',
      icon: ArrowDown,
      disabled: at === messages.length - 1,
      onSelect: () => move(at + 1),
    },
    { label: 'Remove', icon: Trash2, danger: true, onSelect: () => write(messages.toSpliced(at, 1)) },
  ];
}

/** Characters of a token on average. */
const TOKEN_CHARS = 4;

function tokensText(text: string): string {
  return text === '' ? '' : `about ${Math.ceil(text.length / TOKEN_CHARS).toLocaleString('en')} tokens`;
}

interface MessageFieldProps {
  readonly label: string;
  readonly text: string;
  readonly variables: VariableSource;
  readonly onChange: (text: string) => void;
}

function MessageField({ label, text, variables, onChange }: MessageFieldProps) {
  const latest = useLatest(variables);
  const extensions = useMemo(() => variableExtensions(latest), [latest]);
  return (
    <Suspense fallback={null}>
      <CodeEdit label={label} language="text" value={text} extensions={extensions} onChange={onChange} />
    </Suspense>
  );
}
