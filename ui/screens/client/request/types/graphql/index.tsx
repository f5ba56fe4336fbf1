// GraphQL: queries and mutations are sent, subscriptions are connections.
import { SelectField } from '../../../../../parts/index.ts';
import { editRequest, type RequestView } from '../../fields.ts';
import type { PaneProps } from '../../pane.ts';
import css from '../../request.module.css';
import { common } from '../common-panes.ts';
import { defineType } from '../contract.ts';
import type { Option } from '../shared/option.ts';
import { OptionsPane } from '../shared/options-pane.tsx';
import { chosenOperation, operationsOf } from './document.ts';
import { QueryPane } from './query-pane.tsx';
import { SchemaColumn } from './schema-column.tsx';

const OPTIONS: readonly Option[] = [
  {
    name: 'transport',
    label: 'Transport',
    kind: 'choice',
    options: [
      ['websocket', 'WebSocket'],
      ['sse', 'Server-sent events'],
    ],
  },
  {
    name: 'connectionParams',
    label: 'Parameters',
    kind: 'text',
    hint: 'JSON that opens the connection of a WebSocket.',
  },
  {
    name: 'until',
    label: 'Results',
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

function Subscription(props: PaneProps) {
  return <OptionsPane {...props} section="graphql" options={OPTIONS} />;
}

/** Chooses the operation that is run, where the document has several. */
function OperationMenu({ tabKey, request: { body } }: PaneProps) {
  if (body.type !== 'graphql') return null;
  const named = operationsOf(body.query).filter(({ name }) => name !== '');
  if (named.length < 2) return null;
  return (
    <label className={css['barPart']}>
      Operation
      <SelectField
        aria-label="Operation"
        className={css['barSelect']}
        value={named.some(({ name }) => name === body.operationName) ? body.operationName : ''}
        options={[['', 'Choose'], ...named.map(({ name }) => [name, name] as const)]}
        onChange={(operationName) => editRequest(tabKey, { body: { ...body, operationName } })}
      />
    </label>
  );
}

function isSubscription({ body }: RequestView): boolean {
  return body.type === 'graphql' && chosenOperation(body.query, body.operationName)?.type === 'subscription';
}

export const graphql = defineType({
  type: 'graphql',
  panes: [
    { id: 'query', title: 'Query', Pane: QueryPane },
    common.headers,
    common.auth,
    common.scripts,
    common.examples,
    common.docs,
    { id: 'subscription', title: 'Subscription', Pane: Subscription },
    common.settings,
  ],
  urlHint: 'https://api.example.com/graphql',
  send: () => 'Send',
  staysOpen: isSubscription,
  After: OperationMenu,
  column: { title: 'Schema', side: 'right', isOpenAtFirst: false, Column: SchemaColumn },
});
