// WebSockets: steps, messages that are typed, subprotocols.
import type { PaneProps } from '../pane.ts';
import { common } from './common-panes.ts';
import { defineType } from './contract.ts';
import { conversationSteps, expecting } from './shared/conversation-steps.tsx';
import type { Option } from './shared/option.ts';
import { OptionsPane } from './shared/options-pane.tsx';
import { StepsPane } from './shared/steps-pane.tsx';

const steps = conversationSteps('websocket');

const OPTIONS: readonly Option[] = [
  { name: 'protocols', label: 'Subprotocols', kind: 'lines', hint: 'One a line, the preferred first.' },
  { name: 'compression', label: 'Offer compression of messages', kind: 'flag', initial: true },
  {
    name: 'listenMs',
    label: 'Listen',
    kind: 'number',
    unit: 'ms',
    initial: 2000,
    hint: 'In runs: how long after the last step. Here it stays open.',
  },
];

function Settings(props: PaneProps) {
  return (
    <OptionsPane {...props} section="websocket" options={OPTIONS} settings={['verifyTls', 'timeoutMs']} />
  );
}

export const websocket = defineType({
  type: 'websocket',
  panes: [
    {
      id: 'messages',
      title: 'Messages',
      Pane: (props) => <StepsPane {...props} kind={steps} />,
      count: (request) => steps.read(request).length,
    },
    common.params,
    common.headers,
    common.auth,
    common.scripts,
    common.docs,
    { id: 'settings', title: 'Settings', Pane: Settings },
  ],
  urlHint: 'wss://live.example.com/stream',
  send: () => 'Connect',
  staysOpen: () => true,
  expecting: expecting('websocket'),
});
