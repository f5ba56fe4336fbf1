// The text of a cell that is not in edit: variables as chips, and the value of a lone one beside it.
import '../editor/variable-chip.css';
import { chipKind, shownValue, type UsedVariable } from '../editor/variable-source.ts';
import { loneVariable, partsOf } from '../editor/variable-text.ts';
import css from './key-values.module.css';

/** Null where texts have no variables. */
export type LookUp = ((name: string) => UsedVariable) | null;

/** More would not be seen in a cell. */
const MAX_SHOWN = 2000;

export function CellText({ text, lookUp }: { readonly text: string; readonly lookUp: LookUp }) {
  if (lookUp === null || !text.includes('{{'))
    return <span className={css['text']}>{text.slice(0, MAX_SHOWN)}</span>;
  return (
    <span className={css['text']}>
      {partsOf(text.slice(0, MAX_SHOWN)).map((part) =>
        part.type === 'text' ? (
          part.text
        ) : (
          <span
            key={part.from}
            className="variable-chip"
            data-kind={chipKind(lookUp(part.name))}
            data-variable={part.name}
          >
            {part.text}
          </span>
        ),
      )}
    </span>
  );
}

/** The value of the variable that is all of a text; nothing for any other text. */
export function ResolvedValue({ text, lookUp }: { readonly text: string; readonly lookUp: LookUp }) {
  const name = loneVariable(text);
  if (name === null || lookUp === null) return null;
  const used = lookUp(name);
  if (used.type === 'unknown')
    return (
      <span className={css['resolved']} data-tone="danger">
        unknown
      </span>
    );
  return (
    <span className={css['resolved']}>
      {used.type === 'dynamic' ? 'new at each send' : (shownValue(used.variable) ?? 'not set')}
    </span>
  );
}
