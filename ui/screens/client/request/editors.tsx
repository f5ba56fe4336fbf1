// The editors of a request, with the column of its type beside them: services, tools, a schema.
import { PanelLeft, PanelRight } from 'lucide-react';
import { useCommands } from '../../../commands/index.ts';
import { IconButton } from '../../../parts/index.ts';
import { useMedia } from '../../../state/media.ts';
import { createPreference, isBoolean, isRecordOf } from '../../../state/preferences.ts';
import { useStore } from '../../../state/store.ts';
import { useState } from 'react';
import { useVariables } from '../model/variables.ts';
import { EditorTabs } from './editor-tabs.tsx';
import type { RequestView } from './fields.ts';
import css from './request.module.css';
import { SideColumn } from './types/shared/side-column.tsx';
import { typeView, type ColumnView } from './types/index.ts';

/** The types whose column is shown, or hidden. */
const shownColumns = createPreference<Readonly<Record<string, boolean>>>(
  'client.columns',
  {},
  isRecordOf(isBoolean),
);

interface EditorsProps {
  readonly tabKey: string;
  readonly request: RequestView;
  readonly where: { readonly collection?: string; readonly folder?: string };
}

export function Editors(props: EditorsProps) {
  const { column } = typeView(props.request.type);
  if (column === undefined) return <EditorTabs {...props} />;
  return <WithColumn {...props} column={column} />;
}

function WithColumn({ column, ...props }: EditorsProps & { readonly column: ColumnView }) {
  const { tabKey, request, where } = props;
  const { title, side, isOpenAtFirst, Column } = column;
  const variables = useVariables({ ...where, request: tabKey.slice('request:'.length) });
  const isDrawer = useMedia('(max-width: 1099px)');
  const [isDrawn, setDrawn] = useState(false);
  const remembered = useStore(shownColumns)[request.type] ?? isOpenAtFirst;
  const isShown = isDrawer ? isDrawn : remembered;
  const show = (on: boolean): void => {
    if (isDrawer) setDrawn(on);
    else shownColumns.update((shown) => ({ ...shown, [request.type]: on }));
  };
  const label = `${isShown ? 'Hide' : 'Show'} ${title.toLowerCase()}`;
  useCommands([{ id: 'client.column', title: label, group: 'client', run: () => show(!isShown) }]);
  const drawn = isShown && (
    <SideColumn
      title={title}
      side={isDrawer ? 'right' : side}
      isDrawer={isDrawer}
      onClose={() => show(false)}
    >
      <Column {...{ tabKey, request, variables, where }} />
    </SideColumn>
  );
  const isLeft = side === 'left' && !isDrawer;
  return (
    <div className={css['withColumn']}>
      {isLeft && drawn}
      <div className={css['editors']}>
        <EditorTabs
          {...props}
          end={
            <IconButton
              icon={side === 'left' ? PanelLeft : PanelRight}
              size="small"
              label={label}
              aria-pressed={isShown}
              onClick={() => show(!isShown)}
            />
          }
        />
      </div>
      {!isLeft && drawn}
    </div>
  );
}
