// The bar at the bottom: the number of changes, what applying them interrupts, and the buttons that apply or discard
// them.
import { Button, Spinner } from '../../parts/index.ts';
import { useCommands } from '../../commands/index.ts';
import { apply, changeCount, discard, RESTARTING, useSettingsDraft } from './model/draft.ts';
import type { SettingKey } from './model/values.ts';
import css from './apply-bar.module.css';

export function ApplyBar() {
  const { changes, issues, conflicts, isApplying } = useSettingsDraft();
  const keys = Object.keys(changes) as readonly SettingKey[];
  const isEmpty = keys.length === 0;
  useCommands(
    isEmpty
      ? []
      : [
          {
            id: 'settings.apply',
            title: 'Apply changes',
            group: 'settings',
            keys: 'mod+s',
            inFields: true,
            run: () => void apply(),
          },
          { id: 'settings.discard', title: 'Discard changes', group: 'settings', run: discard },
        ],
  );
  if (isEmpty) return null;
  const restarts = keys.some((key) => RESTARTING.includes(key));
  return (
    <div className={css['bar']}>
      <strong role="status">{changeCount(changes)}</strong>
      <span className={css['barText']}>
        {issues.length > 0
          ? 'Something is wrong with what was typed; see above.'
          : conflicts.length > 0
            ? 'Something was changed elsewhere, too; decide above.'
            : restarts
              ? 'Applying restarts the proxy: connections of ports that change end, the list stays.'
              : 'Applies to new connections and requests.'}
      </span>
      {isApplying && <Spinner label="Applying" />}
      <Button disabled={isApplying} onClick={discard}>
        Discard
      </Button>
      <Button
        kind="primary"
        keys="mod+s"
        disabled={isApplying || issues.length > 0 || conflicts.length > 0}
        onClick={() => void apply()}
      >
        {restarts ? 'Apply and restart' : 'Apply'}
      </Button>
    </div>
  );
}
