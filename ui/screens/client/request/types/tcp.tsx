// TCP and TLS: steps, messages that are typed, and how messages are told apart.
import type { PaneProps } from '../pane.ts';
import { common } from './common-panes.ts';
import { defineType } from './contract.ts';
import { conversationSteps, expecting } from './shared/conversation-steps.tsx';
import type { Option } from './shared/option.ts';
import { OptionsPane } from './shared/options-pane.tsx';
import { StepsPane } from './shared/steps-pane.tsx';

const steps = conversationSteps('tcp');

const OPTIONS: readonly Option[] = [
  { name: 'tls', label: 'TLS, as with tls://', kind: 'flag', initial: false },
  {
    name: 'framing',
    label: 'Messages',
    kind: 'choice',
    options: [
      ['none', 'As they arrive'],
      ['delimiter', 'End with a delimiter'],
      ['length8', 'Length of 1 byte in front'],
      ['length16', 'Length of 2 bytes in front'],
      ['length32', 'Length of 4 bytes in front'],
    ],
  },
  {
    name: 'delimiter',
    label: 'Delimiter',
    kind: 'text',
    initial: String.raw`\n`,
    hint: String.raw`With \r, \n, \t, \0 and \xNN.`,
  },
  { name: 'readUntil', label: 'Read until', kind: 'text', hint: 'A text at which reading stops.' },
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
  return <OptionsPane {...props} section="tcp" options={OPTIONS} settings={['verifyTls', 'timeoutMs']} />;
}

export const tcp = defineType({
  type: 'tcp',
  panes: [
    {
      id: 'messages',
      title: 'Messages',
      Pane: (props) => <StepsPane {...props} kind={steps} />,
      count: (request) => steps.read(request).length,
    },
    common.scripts,
    common.docs,
    { id: 'settings', title: 'Settings', Pane: Settings },
  ],
  urlHint: 'tcp://printer.local:9100',
  send: () => 'Connect',
  staysOpen: () => true,
  expecting: expecting('tcp'),
});
