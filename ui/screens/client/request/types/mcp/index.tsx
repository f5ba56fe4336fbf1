// MCP: a tool is called, a resource is read, a prompt is gotten.
import { SelectField } from '../../../../../parts/index.ts';
import type { RequestView } from '../../fields.ts';
import type { PaneProps } from '../../pane.ts';
import css from '../../request.module.css';
import { common } from '../common-panes.ts';
import { defineType, type AddressField } from '../contract.ts';
import type { Option } from '../shared/option.ts';
import { editSection, OptionsPane } from '../shared/options-pane.tsx';
import { ArgumentsPane } from './arguments-pane.tsx';
import { argumentsIn } from './arguments.ts';
import { OffersColumn } from './offers-column.tsx';
import { ProgramPane } from './program-pane.tsx';

const TRANSPORTS = [
  ['http', 'HTTP'],
  ['stdio', 'Program'],
] as const;

const OPTIONS: readonly Option[] = [
  {
    name: 'operation',
    label: 'Operation',
    kind: 'text',
    initial: 'tools/list',
    hint: 'A method of the protocol.',
  },
  {
    name: 'target',
    label: 'Target',
    kind: 'text',
    hint: 'The name of the tool or prompt, or the URI of the resource.',
  },
];

const SEND: Readonly<Record<string, string>> = {
  'tools/call': 'Call tool',
  'resources/read': 'Read',
  'prompts/get': 'Get prompt',
};

function Transport({ tabKey, request }: PaneProps) {
  return (
    <span className={css['barPart']}>
      <SelectField
        aria-label="Transport"
        className={css['barSelect']}
        value={request.mcp?.transport ?? 'http'}
        options={TRANSPORTS}
        onChange={(transport) => editSection(tabKey, request, 'mcp', { transport })}
      />
    </span>
  );
}

function Settings(props: PaneProps) {
  return <OptionsPane {...props} section="mcp" options={OPTIONS} settings={['verifyTls', 'timeoutMs']} />;
}

function commandOf(request: RequestView): AddressField | null {
  const { mcp: fields } = request;
  if (fields?.transport !== 'stdio') return null;
  return {
    label: 'Command',
    value: fields.command ?? '',
    hint: 'The program, such as npx',
    change: (command) => ({ mcp: { ...fields, command } }),
  };
}

export const mcp = defineType({
  type: 'mcp',
  panes: [
    {
      id: 'arguments',
      title: 'Arguments',
      Pane: ArgumentsPane,
      count: ({ mcp: fields }) => Object.keys(argumentsIn(fields?.arguments ?? '') ?? {}).length,
    },
    common.headers,
    common.auth,
    {
      id: 'program',
      title: 'Program',
      Pane: ProgramPane,
      count: ({ mcp: fields }) => fields?.args?.length ?? 0,
    },
    common.scripts,
    common.docs,
    { id: 'settings', title: 'Settings', Pane: Settings },
  ],
  urlHint: 'https://tools.example.com/mcp',
  send: ({ mcp: fields }) => SEND[fields?.operation ?? ''] ?? 'Send',
  canSend: ({ url, mcp: fields }) =>
    (fields?.transport === 'stdio' ? (fields.command ?? '') : url).trim() !== '',
  Before: Transport,
  address: commandOf,
  column: { title: 'Offers', side: 'left', isOpenAtFirst: true, Column: OffersColumn },
});
