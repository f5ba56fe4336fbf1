// The filter bar: the field, and chips for the most frequent filters.
import { ChevronDown, PanelLeft } from 'lucide-react';
import { memo } from 'react';
import {
  Chip,
  ChipGroup,
  classes,
  IconButton,
  Menu,
  Segmented,
  type MenuEntry,
} from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import small from '../../../parts/small.module.css';
import { toggleSidebar } from '../actions/screen-actions.ts';
import { ColumnButton } from '../columns/column-panel.tsx';
import { arrangement, type Arrangement } from '../model/sessions.ts';
import { useShownSessions } from '../model/source-counts.ts';
import { isSameChip, toggleChip, view, type Chip as ChipValue } from '../model/view.ts';
import { FilterField, type Found } from './filter-field.tsx';
import css from './filter.module.css';

const STATUSES = ['2xx', '3xx', '4xx', '5xx', 'Failed'];
const TYPES = [
  ['json', 'JSON'],
  ['html', 'HTML'],
  ['image', 'Image'],
  ['script', 'Script'],
  ['stream', 'Stream'],
] as const;
const MORE_TYPES = [
  ['css', 'CSS'],
  ['font', 'Font'],
  ['media', 'Audio and video'],
  ['xml', 'XML'],
  ['form', 'Form'],
  ['grpc', 'gRPC'],
  ['websocket', 'WebSocket'],
  ['text', 'Text'],
  ['binary', 'Binary'],
] as const;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'CONNECT'];

export function FilterBar({ shown, total }: Found) {
  return (
    <div className={css['bar']} role="search" data-region>
      <IconButton
        className={css['drawerButton']}
        icon={PanelLeft}
        label="Show sources"
        keys="["
        size="small"
        onClick={toggleSidebar}
      />
      <FilterField shown={shown} total={total} />
      <Chips />
    </div>
  );
}

/** Memoized, so that it is not drawn again for each batch of requests. */
const Chips = memo(function Chips() {
  const { chips } = useStore(view);
  const has = (chip: ChipValue): boolean => chips.some((each) => isSameChip(each, chip));
  const entry = (group: ChipValue['group'], value: string, label: string): MenuEntry => {
    const chip = { group, value };
    return { label, checked: has(chip), keepOpen: true, onSelect: () => toggleChip(chip) };
  };
  const more = MORE_TYPES.map(([value, label]) => entry('type', value, label));
  const types = [...TYPES.map(([value, label]) => entry('type', value, label)), ...more];
  return (
    <>
      <ChipGroup className={css['chips']} label="Status">
        {STATUSES.map((value) => (
          <ViewChip key={value} group="status" value={value} label={value} />
        ))}
      </ChipGroup>
      <span className={css['line']} />
      <ChipGroup className={classes(css['chips'], css['typeChips'])} label="Type">
        {TYPES.map(([value, label]) => (
          <ViewChip key={value} group="type" value={value} label={label} />
        ))}
        <ChipMenu
          label="More"
          entries={more}
          isOn={MORE_TYPES.some(([value]) => has({ group: 'type', value }))}
        />
      </ChipGroup>
      <span className={css['typeMenu']}>
        <ChipMenu label="Type" entries={types} isOn={chips.some(({ group }) => group === 'type')} />
      </span>
      <span className={css['line']} />
      <ChipMenu
        label="Method"
        entries={METHODS.map((value) => entry('method', value, value))}
        isOn={chips.some(({ group }) => group === 'method')}
      />
      <ArrangementChoice />
      <ColumnButton />
    </>
  );
});

const ARRANGEMENTS: readonly (readonly [Arrangement, string])[] = [
  ['time', 'By time'],
  ['sessions', 'One after another'],
];

/** Shown with several sessions. */
function ArrangementChoice() {
  const value = useStore(arrangement);
  if (useShownSessions() < 2) return null;
  return (
    <span className={css['arrangement']}>
      <Segmented label="Sessions" value={value} options={ARRANGEMENTS} onChange={arrangement.set} />
    </span>
  );
}

function ViewChip({ group, value, label }: ChipValue & { readonly label: string }) {
  const { chips } = useStore(view);
  const chip = { group, value };
  return (
    <Chip pressed={chips.some((each) => isSameChip(each, chip))} onPress={() => toggleChip(chip)}>
      {label}
    </Chip>
  );
}

interface ChipMenuProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly isOn: boolean;
}

function ChipMenu({ label, entries, isOn }: ChipMenuProps) {
  return (
    <Menu entries={entries} align="end">
      <button type="button" className={small['chip']} data-on={isOn}>
        {label}
        <ChevronDown aria-hidden />
      </button>
    </Menu>
  );
}
