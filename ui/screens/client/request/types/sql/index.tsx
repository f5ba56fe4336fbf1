// SQL: a statement with parameters; its rows are a grid.
import { SelectField, Switch } from '../../../../../parts/index.ts';
import type { PaneProps } from '../../pane.ts';
import css from '../../request.module.css';
import { common } from '../common-panes.ts';
import { defineType } from '../contract.ts';
import { editSection, OptionsPane, sectionOf } from '../shared/options-pane.tsx';
import { StatementPane } from './statement-pane.tsx';
import { TablesColumn } from './tables-column.tsx';

const DRIVERS = [
  ['postgres', 'PostgreSQL'],
  ['mysql', 'MySQL'],
  ['sqlite', 'SQLite'],
] as const;

function Driver({ tabKey, request }: PaneProps) {
  return (
    <span className={css['barPart']}>
      <SelectField
        aria-label="Database"
        className={css['barSelect']}
        value={request.sql?.driver ?? 'postgres'}
        options={DRIVERS}
        onChange={(driver) => editSection(tabKey, request, 'sql', { driver })}
      />
    </span>
  );
}

function ReadOnly({ tabKey, request }: PaneProps) {
  return (
    <span className={css['barPart']}>
      <Switch
        label="Read only"
        on={request.sql?.readOnly === true}
        onChange={(readOnly) => editSection(tabKey, request, 'sql', { readOnly })}
      />
      <span aria-hidden>Read only</span>
    </span>
  );
}

function Settings(props: PaneProps) {
  return <OptionsPane {...props} section="sql" options={[]} settings={['timeoutMs']} />;
}

export const sql = defineType({
  type: 'sql',
  panes: [
    {
      id: 'statement',
      title: 'Statement',
      Pane: StatementPane,
      count: (request) =>
        (sectionOf(request, 'sql')['parameters'] as readonly string[] | undefined)?.length ?? 0,
    },
    common.auth,
    common.scripts,
    common.docs,
    { id: 'settings', title: 'Settings', Pane: Settings },
  ],
  urlHint: 'postgres://host:5432/shop, mysql://host:3306/shop, or sqlite:shop.db',
  send: () => 'Run',
  isStacked: true,
  Before: Driver,
  After: ReadOnly,
  column: { title: 'Tables', side: 'left', isOpenAtFirst: false, Column: TablesColumn },
});
