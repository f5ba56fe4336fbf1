// AI: a conversation is sent to a model, and the answer arrives as one.
import { SelectField } from '../../../../../parts/index.ts';
import { editRequest } from '../../fields.ts';
import type { PaneProps } from '../../pane.ts';
import css from '../../request.module.css';
import { common } from '../common-panes.ts';
import { defineType } from '../contract.ts';
import { LineRow } from '../shared/line-row.tsx';
import type { Option } from '../shared/option.ts';
import { editSection, OptionsPane } from '../shared/options-pane.tsx';
import aiCss from './ai.module.css';
import { JsonPane } from './json-pane.tsx';
import { MessagesPane } from './messages-pane.tsx';

const PROVIDERS = [
  ['openai', 'OpenAI'],
  ['anthropic', 'Anthropic'],
  ['gemini', 'Gemini'],
  ['ollama', 'Ollama'],
  ['bedrock', 'Bedrock'],
  ['openaiCompatible', 'Compatible'],
] as const;

const OPTIONS: readonly Option[] = [
  { name: 'apiKey', label: 'Key', kind: 'secret', hint: 'It is best a secret variable, such as {{key}}.' },
  {
    name: 'api',
    label: 'API of OpenAI',
    kind: 'choice',
    options: [
      ['chat', 'Chat completions'],
      ['responses', 'Responses'],
    ],
  },
  { name: 'temperature', label: 'Temperature', kind: 'number', initial: null, isDecimal: true },
  { name: 'maxTokens', label: 'Tokens at most', kind: 'number', initial: null },
  { name: 'stream', label: 'Ask for the answer piece by piece', kind: 'flag', initial: false },
];

function Provider({ tabKey, request }: PaneProps) {
  return (
    <span className={css['barPart']}>
      <SelectField
        aria-label="Provider"
        className={css['barSelect']}
        value={request.ai?.provider ?? 'openai'}
        options={PROVIDERS}
        onChange={(provider) => editSection(tabKey, request, 'ai', { provider })}
      />
    </span>
  );
}

function Options(props: PaneProps) {
  const { tabKey, request, variables } = props;
  return (
    <>
      <div className={aiCss['url']}>
        <LineRow
          label="URL"
          value={request.url}
          variables={variables}
          hint="Of a server or an endpoint; empty for the provider's own."
          onChange={(url) => editRequest(tabKey, { url })}
        />
      </div>
      <OptionsPane {...props} section="ai" options={OPTIONS} settings={['verifyTls', 'timeoutMs']} />
    </>
  );
}

function Tools(props: PaneProps) {
  return (
    <JsonPane
      {...props}
      field="tools"
      label="Tools"
      hint="A list of {name, description, parameters}: what the model may call"
    />
  );
}

function Schema(props: PaneProps) {
  return <JsonPane {...props} field="schema" label="Schema" hint="A JSON Schema that the answer must have" />;
}

export const ai = defineType({
  type: 'ai',
  panes: [
    {
      id: 'messages',
      title: 'Messages',
      Pane: MessagesPane,
      count: ({ ai: fields }) => fields?.messages?.length ?? 0,
    },
    { id: 'options', title: 'Options', Pane: Options },
    { id: 'tools', title: 'Tools', Pane: Tools },
    { id: 'schema', title: 'Schema', Pane: Schema },
    common.headers,
    common.auth,
    common.scripts,
    common.docs,
  ],
  urlHint: '',
  send: () => 'Send',
  canSend: ({ ai: fields }) => (fields?.model ?? '').trim() !== '',
  Before: Provider,
  address: ({ ai: fields }) => ({
    label: 'Model',
    value: fields?.model ?? '',
    hint: 'The name of the model, such as gpt-5-mini',
    change: (model) => ({ ai: { ...fields, model } }),
  }),
});
