// Adds a column: of the value of a header field, whose names the traffic suggests, or of a JSONPath in the body.
import { Plus } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { jsonPathError } from '../../../../src/base/json-path.ts';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { Button, Segmented, TextField } from '../../../parts/index.ts';
import { addColumn } from '../model/column-choice.ts';
import css from './column-panel.module.css';

type Side = 'request' | 'response';
type Names = ResultOf<'ui.header_names'>;

interface AddColumnProps {
  readonly part: 'header' | 'body';
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function AddColumn({ part, isOpen, onToggle }: AddColumnProps) {
  return (
    <>
      <Button icon={Plus} className={css['action']} aria-expanded={isOpen} onClick={onToggle}>
        {part === 'header' ? 'Header value…' : 'JSONPath…'}
      </Button>
      {isOpen && <Fields part={part} />}
    </>
  );
}

const SIDES: readonly (readonly [Side, string])[] = [
  ['request', 'Request'],
  ['response', 'Response'],
];
/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~\w-]{1,200}$/;

function Fields({ part }: Pick<AddColumnProps, 'part'>) {
  const id = useId();
  const [side, setSide] = useState<Side>('response');
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const names = useHeaderNames(part === 'header' ? side : null);
  const value = text.trim();
  const error = errorOf(part, value);
  const add = (): void => {
    setTried(error !== null);
    if (error !== null) return;
    addColumn(`${side}-${part}:${part === 'header' ? value.toLowerCase() : value}`);
    setText('');
  };
  const share = names.find(({ name }) => name === value.toLowerCase())?.share;
  return (
    <form
      className={css['add']}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Segmented label="Side" value={side} options={SIDES} onChange={setSide} />
      <TextField
        id={id}
        mono
        autoFocus
        aria-label={part === 'header' ? 'Name of the header' : 'JSONPath'}
        placeholder={part === 'header' ? 'x-request-id' : '$..id'}
        value={text}
        isWrong={isTried && error !== null}
        unit={share === undefined ? undefined : `in ${Math.round(share * 100)} %`}
        onChange={setText}
      />
      {isTried && error !== null ? (
        <p className={css['error']} role="alert" id={`${id}-error`}>
          {error}
        </p>
      ) : (
        <p className={css['help']}>
          {part === 'header' ? (
            <Suggestions names={names} text={value} onTake={setText} />
          ) : (
            'Of a JSON body. '
          )}
          ↩ adds the column.
        </p>
      )}
    </form>
  );
}

function errorOf(part: 'header' | 'body', value: string): string | null {
  if (part === 'header') return TOKEN.test(value) ? null : 'Give the name of a header, such as x-request-id.';
  const expected = value.length > 500 ? 'a path of at most 500 characters' : jsonPathError(value);
  return expected === null ? null : `Give ${expected}.`;
}

const MAX_SUGGESTIONS = 4;

interface SuggestionsProps {
  readonly names: Names;
  readonly text: string;
  readonly onTake: (name: string) => void;
}

/** The most frequent names that contain the text. */
function Suggestions({ names, text, onTake }: SuggestionsProps) {
  const lower = text.toLowerCase();
  const matching = names
    .filter(({ name }) => name.includes(lower) && name !== lower)
    .slice(0, MAX_SUGGESTIONS);
  if (matching.length === 0) return null;
  return (
    <>
      {matching.map(({ name }, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <button type="button" className={css['suggestion']} onClick={() => onTake(name)}>
            {name}
          </button>
        </span>
      ))}
      .{' '}
    </>
  );
}

/** Returns the names of header fields in recent traffic; none for null. */
function useHeaderNames(side: Side | null): Names {
  const [names, setNames] = useState<Names>([]);
  useEffect(() => {
    if (side === null) return;
    const controller = new AbortController();
    rpc('ui.header_names', { side }, controller.signal).then(setNames, () => undefined);
    return () => controller.abort();
  }, [side]);
  return names;
}
