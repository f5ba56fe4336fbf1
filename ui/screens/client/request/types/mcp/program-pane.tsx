// The program of a server that is started: its arguments and variables.
import { KeyValueTable } from '../../../../../key-values/index.ts';
import { pairsOf } from '../../pairs.ts';
import type { PaneProps } from '../../pane.ts';
import css from '../../request.module.css';
import type { Option } from '../shared/option.ts';
import { editSection, OptionsPane } from '../shared/options-pane.tsx';

const OPTIONS: readonly Option[] = [{ name: 'args', label: 'Arguments', kind: 'lines', hint: 'One a line.' }];

export function ProgramPane(props: PaneProps) {
  const { tabKey, request, variables } = props;
  if (request.mcp?.transport !== 'stdio')
    return (
      <p className={css['empty']}>Only for a server that is a program: choose Program before the address.</p>
    );
  return (
    <>
      <OptionsPane {...props} section="mcp" options={OPTIONS} />
      <div className={css['scroll']}>
        <KeyValueTable
          label="Environment variables"
          rows={request.mcp.env ?? []}
          onChange={(rows) => editSection(tabKey, request, 'mcp', { env: pairsOf(rows) })}
          variables={variables}
        />
      </div>
    </>
  );
}
