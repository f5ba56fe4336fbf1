// Socket.IO: events that are emitted, and those that are listened to.
import { Checkbox, FormRow } from '../../../../parts/index.ts';
import { editRequest, type RequestView } from '../fields.ts';
import type { PaneProps } from '../pane.ts';
import { common } from './common-panes.ts';
import { defineType } from './contract.ts';
import { LineRow } from './shared/line-row.tsx';
import { MessageText } from './shared/message-text.tsx';
import type { Option } from './shared/option.ts';
import { OptionsPane } from './shared/options-pane.tsx';
import type { StepEditorProps, StepKind } from './shared/step-kind.ts';
import { StepsPane } from './shared/steps-pane.tsx';
import css from './shared/steps.module.css';
import { SubscriptionsPane } from './shared/subscriptions-pane.tsx';

type Emitted = NonNullable<NonNullable<RequestView['socketio']>['emit']>[number];

const BLANK: Emitted = { event: '', args: [], acknowledged: false };

const emitted: StepKind<Emitted> = {
  title: 'Events',
  note: 'emitted in order by Connect and by runs',
  send: 'Emit',
  read: ({ socketio: fields }) => (fields?.emit ?? []).map((each) => ({ ...BLANK, ...each })),
  write: (request, emit) => ({ socketio: { ...request.socketio, emit: [...emit] } }),
  adds: [{ title: 'Add event', step: BLANK }],
  row: ({ event, args, acknowledged }) => ({
    action: event,
    text: args.join(', ').slice(0, 200),
    note: acknowledged ? 'acknowledged' : '',
  }),
  Editor: EmitEditor,
  outgoing: ({ event, args, acknowledged }) =>
    event === ''
      ? null
      : { name: event, text: `[${args.map(jsonOf).join(',')}]`, kind: 'json', acknowledged },
};

/** Returns an argument as JSON, as a run reads it: what is no JSON is a text. */
function jsonOf(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}

/** Several arguments are a JSON list; anything else is one argument. */
function EmitEditor({ step, label, variables, onChange }: StepEditorProps<Emitted>) {
  const { event, args, acknowledged } = step;
  return (
    <>
      <div className={css['line']}>
        <LineRow
          label="Event"
          value={event}
          variables={variables}
          onChange={(name) => onChange({ ...step, event: name })}
        />
        <FormRow label="" hint="Several arguments: one below the other, separated by a line with ---">
          <Checkbox
            label="Wait for the acknowledgement"
            checked={acknowledged}
            onChange={(on) => onChange({ ...step, acknowledged: on })}
          />
        </FormRow>
      </div>
      <MessageText
        label={label}
        text={args.join(SEPARATOR)}
        format="json"
        variables={variables}
        onChange={(text) => onChange({ ...step, args: text === '' ? [] : text.split(SEPARATOR) })}
      />
    </>
  );
}

const SEPARATOR = '\n---\n';

const OPTIONS: readonly Option[] = [
  { name: 'path', label: 'Path', kind: 'text', initial: '/socket.io' },
  { name: 'namespace', label: 'Namespace', kind: 'text', initial: '/' },
  { name: 'auth', label: 'Handshake', kind: 'text', hint: 'JSON that goes with the handshake.' },
  {
    name: 'transports',
    label: 'Transports',
    kind: 'choice',
    isList: true,
    options: [
      ['polling,websocket', 'Polling, then WebSocket'],
      ['websocket,polling', 'WebSocket, then polling'],
      ['websocket', 'WebSocket alone'],
      ['polling', 'Polling alone'],
    ],
  },
  {
    name: 'listenMs',
    label: 'Listen',
    kind: 'number',
    unit: 'ms',
    initial: 2000,
    hint: 'In runs. Here it stays open.',
  },
];

function Settings(props: PaneProps) {
  return (
    <OptionsPane {...props} section="socketio" options={OPTIONS} settings={['verifyTls', 'timeoutMs']} />
  );
}

function Listen(props: PaneProps) {
  const { tabKey, request } = props;
  return (
    <SubscriptionsPane
      {...props}
      noun="event"
      note="listened to; without any, all are"
      hasQos={false}
      rows={(request.socketio?.listen ?? []).map((name) => ({ name, qos: 0 }))}
      onChange={(rows) =>
        editRequest(tabKey, { socketio: { ...request.socketio, listen: rows.map(({ name }) => name) } })
      }
    />
  );
}

export const socketio = defineType({
  type: 'socketio',
  panes: [
    {
      id: 'emit',
      title: 'Emit',
      Pane: (props) => <StepsPane {...props} kind={emitted} />,
      count: ({ socketio: fields }) => fields?.emit?.length ?? 0,
    },
    {
      id: 'listen',
      title: 'Listen',
      Pane: Listen,
      count: ({ socketio: fields }) => fields?.listen?.length ?? 0,
    },
    common.params,
    common.headers,
    common.auth,
    common.scripts,
    common.docs,
    { id: 'settings', title: 'Settings', Pane: Settings },
  ],
  urlHint: 'https://chat.example.com',
  send: () => 'Connect',
  staysOpen: () => true,
});
