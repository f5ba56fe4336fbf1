// The steps of a conversation, as WebSockets and TCP have them: send, expect, wait, close.
import type { ConversationStep } from '../../../../../../src/collections/model/protocol-fields.ts';
import { languageOf } from '../../../../../format/text.ts';
import { FormRow, TextField } from '../../../../../parts/index.ts';
import type { RequestView } from '../../fields.ts';
import { MessageText } from './message-text.tsx';
import type { StepEditorProps, StepKind } from './step-kind.ts';
import css from './steps.module.css';

const BLANK: ConversationStep = { name: '', action: 'send', kind: 'text', text: '', ms: 0, code: 0 };

/** Returns the steps of a type whose field `messages` has them. */
export function conversationSteps(section: 'websocket' | 'tcp'): StepKind<ConversationStep> {
  return {
    title: 'Steps',
    note: 'taken in order by Connect and by runs',
    send: 'Send message',
    read: (request) => stepsOf(request, section),
    write: (request, messages) => ({ [section]: { ...request[section], messages: [...messages] } }),
    adds: [
      { title: 'Send', step: { ...BLANK, kind: 'json' } },
      { title: 'Expect', step: { ...BLANK, action: 'expect', ms: 5000 } },
      { title: 'Wait', step: { ...BLANK, action: 'wait', ms: 500 } },
      { title: 'Close', step: { ...BLANK, action: 'close', code: 1000 } },
    ],
    row: (step) => ({ action: TITLES[step.action], text: step.text.slice(0, 200), note: noteOf(step) }),
    Editor: StepEditor,
    outgoing: ({ action, text, kind }) => (action === 'send' ? { text, kind } : null),
  };
}

/** Returns the fields with a step at the end that expects a message. */
export function expecting(section: 'websocket' | 'tcp') {
  return (request: RequestView, text: string): Partial<RequestView> => {
    const kind = languageOf(text) === 'json' ? 'json' : 'text';
    const step: ConversationStep = { ...BLANK, action: 'expect', ms: 5000, kind, text };
    return { [section]: { ...request[section], messages: [...stepsOf(request, section), step] } };
  };
}

const TITLES = { send: 'Send', expect: 'Expect', wait: 'Wait', close: 'Close' } as const;
const KINDS = { text: 'text', json: 'JSON', base64: 'base64', hex: 'hex' } as const;

function stepsOf(request: RequestView, section: 'websocket' | 'tcp'): readonly ConversationStep[] {
  return (request[section]?.messages ?? []).map((step) => ({ ...BLANK, ...step }));
}

function noteOf({ action, kind, ms, code }: ConversationStep): string {
  switch (action) {
    case 'send':
      return KINDS[kind];
    case 'expect':
      return `within ${(ms === 0 ? 5000 : ms) / 1000} s`;
    case 'wait':
      return `${ms} ms`;
    case 'close':
      return String(code === 0 ? 1000 : code);
  }
}

function StepEditor({ step, label, variables, onChange }: StepEditorProps<ConversationStep>) {
  const { action, kind, text, ms, code } = step;
  return (
    <>
      {(action === 'wait' || action === 'expect') && (
        <div className={css['line']}>
          <FormRow label={action === 'wait' ? 'Wait' : 'Within'} htmlFor="step-ms">
            <NumberField
              id="step-ms"
              unit="ms"
              value={ms}
              max={86_400_000}
              onChange={(value) => onChange({ ...step, ms: value })}
            />
          </FormRow>
        </div>
      )}
      {action === 'close' && (
        <div className={css['line']}>
          <FormRow label="Code" htmlFor="step-code" hint="1000, or 3000 to 4999">
            <NumberField
              id="step-code"
              value={code}
              max={4999}
              onChange={(value) => onChange({ ...step, code: value })}
            />
          </FormRow>
          <FormRow label="Reason" htmlFor="step-reason">
            <TextField
              id="step-reason"
              value={text}
              onChange={(value) => onChange({ ...step, text: value })}
            />
          </FormRow>
        </div>
      )}
      {(action === 'send' || action === 'expect') && (
        <MessageText
          label={label}
          text={text}
          format={kind}
          onFormat={(format) => onChange({ ...step, kind: format })}
          variables={variables}
          onChange={(value) => onChange({ ...step, text: value })}
        />
      )}
    </>
  );
}

interface NumberFieldProps {
  readonly id: string;
  readonly value: number;
  readonly max: number;
  readonly unit?: string;
  readonly onChange: (value: number) => void;
}

function NumberField({ id, value, max, unit, onChange }: NumberFieldProps) {
  return (
    <TextField
      id={id}
      inputMode="numeric"
      value={String(value)}
      unit={unit}
      onChange={(text) => {
        if (/^\d*$/.test(text) && Number(text) <= max) onChange(Number(text));
      }}
    />
  );
}
