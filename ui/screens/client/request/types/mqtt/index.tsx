// MQTT: topics that are subscribed to, and messages that are published.
import { editRequest } from '../../fields.ts';
import type { PaneProps } from '../../pane.ts';
import { common } from '../common-panes.ts';
import { defineType } from '../contract.ts';
import type { Option } from '../shared/option.ts';
import { OptionsPane } from '../shared/options-pane.tsx';
import { StepsPane } from '../shared/steps-pane.tsx';
import { SubscriptionsPane, type Subscription } from '../shared/subscriptions-pane.tsx';
import { publications } from './publish.tsx';
import { WillPane } from './will-pane.tsx';

const OPTIONS: readonly Option[] = [
  {
    name: 'version',
    label: 'Version',
    kind: 'choice',
    options: [
      ['3.1.1', 'MQTT 3.1.1'],
      ['5', 'MQTT 5'],
    ],
  },
  { name: 'clientId', label: 'Client id', kind: 'text', hint: 'One is made up without it.' },
  { name: 'username', label: 'User', kind: 'text' },
  { name: 'password', label: 'Password', kind: 'secret', hint: 'Or basic authorization, or the URL.' },
  { name: 'cleanSession', label: 'Begin a new session', kind: 'flag', initial: true },
  { name: 'keepAliveSeconds', label: 'Keep alive', kind: 'number', unit: 's', initial: 60 },
  {
    name: 'until',
    label: 'Messages',
    kind: 'number',
    initial: 0,
    hint: 'In runs: the number that is enough; 0 for any.',
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

function Topics(props: PaneProps) {
  const { tabKey, request } = props;
  return (
    <SubscriptionsPane
      {...props}
      noun="topic"
      note="subscribed to by Connect"
      hasQos
      rows={(request.mqtt?.subscribe ?? []).map(subscriptionOf)}
      onChange={(rows) =>
        editRequest(tabKey, {
          mqtt: { ...request.mqtt, subscribe: rows.map(({ name, qos }) => ({ topic: name, qos })) },
        })
      }
    />
  );
}

/** A file leaves out a QoS of 0. */
function subscriptionOf({ topic, qos }: { readonly topic: string; readonly qos?: number }): Subscription {
  return { name: topic, qos: qos ?? 0 };
}

function Settings(props: PaneProps) {
  return <OptionsPane {...props} section="mqtt" options={OPTIONS} settings={['verifyTls', 'timeoutMs']} />;
}

export const mqtt = defineType({
  type: 'mqtt',
  panes: [
    {
      id: 'topics',
      title: 'Topics',
      Pane: Topics,
      count: ({ mqtt: fields }) => fields?.subscribe?.length ?? 0,
    },
    {
      id: 'publish',
      title: 'Publish',
      Pane: (props) => <StepsPane {...props} kind={publications} />,
      count: ({ mqtt: fields }) => fields?.publish?.length ?? 0,
    },
    { id: 'will', title: 'Will', Pane: WillPane },
    common.auth,
    common.scripts,
    common.docs,
    { id: 'settings', title: 'Settings', Pane: Settings },
  ],
  urlHint: 'mqtts://broker.example.com:8883',
  send: () => 'Connect',
  staysOpen: () => true,
});
