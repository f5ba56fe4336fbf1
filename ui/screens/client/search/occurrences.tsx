// The occurrences that a search has found, by the object that has them.
import { Button, Checkbox } from '../../../parts/index.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey } from '../model/workspace.ts';
import css from './search.module.css';
import type { Occurrence } from './use-search.ts';

interface OccurrencesProps {
  readonly occurrences: readonly Occurrence[];
  readonly isReplacing: boolean;
  readonly isChosen: (occurrence: Occurrence) => boolean;
  /** Called with the occurrences whose choice changes. */
  readonly onFlip: (occurrences: readonly string[]) => void;
}

export function Occurrences({ occurrences, isReplacing, isChosen, onFlip }: OccurrencesProps) {
  const groups = [...Map.groupBy(occurrences, ({ kind, id }) => objectKey(kind, id))];
  return (
    <div className={css['scroll']} role="region" aria-label="Places that were found" tabIndex={0}>
      {groups.map(([key, list]) => {
        const { name, names, hasDraft } = list[0]!;
        const areAll = list.every(isChosen);
        const others = list.filter((each) => isChosen(each) === areAll).map(({ occurrence }) => occurrence);
        return (
          <section key={key} aria-label={name}>
            <div className={css['object']}>
              {isReplacing && (
                <Checkbox
                  label={`All in ${name}`}
                  isLabelHidden
                  checked={areAll}
                  onChange={() => onFlip(others)}
                />
              )}
              <Button size="small" onClick={() => openTab(key)}>
                {name}
              </Button>
              <span>{names}</span>
              {hasDraft && <span>not saved</span>}
              <span className={css['count']}>{list.length}</span>
            </div>
            <ul>
              {list.map((each) => (
                <Row
                  key={each.occurrence}
                  found={each}
                  isReplacing={isReplacing}
                  isChosen={isChosen(each)}
                  onFlip={() => onFlip([each.occurrence])}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

interface RowProps {
  readonly found: Occurrence;
  readonly isReplacing: boolean;
  readonly isChosen: boolean;
  readonly onFlip: () => void;
}

function Row({ found: { field, line, before, after, risk }, isReplacing, isChosen, onFlip }: RowProps) {
  const place = line > 1 ? `${field}, line ${line}` : field;
  return (
    <li className={css['row']}>
      {isReplacing ? (
        <Checkbox label={place} checked={isChosen} onChange={onFlip} />
      ) : (
        <span className={css['place']}>{place}</span>
      )}
      <code>
        {after === null || !isChosen ? (
          before
        ) : (
          <>
            <del>{before}</del> <ins>{after}</ins>
          </>
        )}
      </code>
      {risk !== null && <small>{risk}</small>}
    </li>
  );
}
