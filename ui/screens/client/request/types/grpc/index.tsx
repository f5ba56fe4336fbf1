// gRPC: unary calls are sent, streams are connections.
import { Badge } from '../../../../../parts/index.ts';
import { useStore } from '../../../../../state/store.ts';
import type { PaneProps } from '../../pane.ts';
import css from '../../request.module.css';
import { common } from '../common-panes.ts';
import { defineType } from '../contract.ts';
import type { Option } from '../shared/option.ts';
import { OptionsPane } from '../shared/options-pane.tsx';
import { knownKind, methodKinds } from './kinds.ts';
import { MessagesPane } from './messages-pane.tsx';
import { ServicesColumn } from './services-column.tsx';

const OPTIONS: readonly Option[] = [
  { name: 'service', label: 'Service', kind: 'text', placeholder: 'shop.v1.Orders' },
  { name: 'method', label: 'Method', kind: 'text', placeholder: 'Get' },
  {
    name: 'protoFiles',
    label: 'Proto files',
    kind: 'lines',
    hint: 'Paths relative to the workspace, one a line. Without any, the server is asked.',
  },
  { name: 'importPaths', label: 'Import from', kind: 'lines', hint: 'Folders of what the files import.' },
  { name: 'tls', label: 'TLS, as with grpcs://', kind: 'flag', initial: false },
  {
    name: 'compression',
    label: 'Compression',
    kind: 'choice',
    options: [
      ['none', 'None'],
      ['gzip', 'gzip'],
      ['deflate', 'deflate'],
    ],
  },
  {
    name: 'deadlineMs',
    label: 'Deadline',
    kind: 'number',
    unit: 'ms',
    initial: 0,
    hint: '0 for none. The server learns it.',
  },
];

const KINDS = {
  unary: 'unary',
  client: 'client stream',
  server: 'server stream',
  both: 'bidirectional',
} as const;

/** The method that is called. It is chosen among the services, or typed in the settings. */
function Method({ request }: PaneProps) {
  useStore(methodKinds);
  const { service = '', method = '' } = request.grpc ?? {};
  const kind = knownKind(request);
  return (
    <span className={css['barPart']}>
      <span className={css['barText']} title={`${service}/${method}`}>
        {method === '' ? 'No method is chosen' : `${service} / ${method}`}
      </span>
      {kind !== null && <Badge>{KINDS[kind]}</Badge>}
    </span>
  );
}

function Settings(props: PaneProps) {
  return <OptionsPane {...props} section="grpc" options={OPTIONS} settings={['verifyTls', 'timeoutMs']} />;
}

export const grpc = defineType({
  type: 'grpc',
  panes: [
    {
      id: 'messages',
      title: 'Message',
      Pane: MessagesPane,
      count: ({ grpc: fields }) => fields?.messages?.length ?? 0,
    },
    { ...common.headers, title: 'Metadata' },
    common.auth,
    common.scripts,
    common.docs,
    { id: 'settings', title: 'Settings', Pane: Settings },
  ],
  urlHint: 'grpcs://orders.example.com',
  send: () => 'Invoke',
  staysOpen: (request) => !['unary', null].includes(knownKind(request)),
  canSend: ({ url, grpc: fields }) => url.trim() !== '' && (fields?.method ?? '') !== '',
  After: Method,
  column: { title: 'Services', side: 'left', isOpenAtFirst: true, Column: ServicesColumn },
});
