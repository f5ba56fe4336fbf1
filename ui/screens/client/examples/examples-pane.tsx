// The examples of a request: each with its headers and body, compared with the response, renamed, or deleted.
import { Columns2, X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { Example } from '../../../../src/collections/model/example.ts';
import { sizeText } from '../../../format/measures.ts';
import { NameValues } from '../../../parts/name-values.tsx';
import { Button, FormRow, IconButton, StatusText, TextField } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { say } from '../../../state/toasts.ts';
import { askedExample } from '../model/shown-example.ts';
import { CompareDialog } from './compare-dialog.tsx';
import css from './examples.module.css';
import { useShownResponse, type ShownResponse } from './shown-response.ts';

interface ExamplesPaneProps {
  readonly tab: string;
  readonly examples: readonly Example[];
  readonly onChange: (examples: Example[]) => void;
}

export function ExamplesPane({ tab, examples, onChange }: ExamplesPaneProps) {
  const [chosen, setChosen] = useChosen(tab);
  const [compared, setCompared] = useState<Example | null>(null);
  const shown = useShownResponse(tab);
  const remove = ({ id, name }: Example): void => {
    onChange(examples.filter((each) => each.id !== id));
    say(`Deleted the example ${name}`, () => onChange([...examples]));
  };
  const current = examples.find(({ id }) => id === chosen);
  if (examples.length === 0)
    return (
      <p className={css['empty']}>
        There are none. A response is saved as one by its button; mocks and documentation use them.
      </p>
    );
  return (
    <div className={css['pane']}>
      <ul aria-label="Examples">
        {examples.map((example) => (
          <li key={example.id} className={css['row']} data-shown={example.id === chosen}>
            <button
              type="button"
              aria-pressed={example.id === chosen}
              onClick={() => setChosen(example.id === chosen ? null : example.id)}
            >
              <StatusText flow={{ status: example.status, state: 'completed' }} />
              <span className={css['name']}>{example.name}</span>
              <span className={css['size']}>{sizeText(new Blob([example.body]).size)}</span>
            </button>
            {shown !== null && !example.base64 && (
              <Button size="small" icon={Columns2} onClick={() => setCompared(example)}>
                Compare
              </Button>
            )}
            <IconButton
              icon={X}
              size="small"
              label={`Delete ${example.name}`}
              onClick={() => remove(example)}
            />
          </li>
        ))}
      </ul>
      {current !== undefined && (
        <Detail
          example={current}
          onRename={(name) =>
            onChange(examples.map((each) => (each.id === current.id ? { ...each, name } : each)))
          }
        />
      )}
      {compared !== null && shown !== null && (
        <Comparison example={compared} shown={shown} onClose={() => setCompared(null)} />
      )}
    </div>
  );
}

interface ComparisonProps {
  readonly example: Example;
  readonly shown: ShownResponse;
  readonly onClose: () => void;
}

function Comparison({ example, shown, onClose }: ComparisonProps) {
  const before = useMemo(() => ({ name: example.name, example }), [example]);
  const after = useMemo(() => ({ name: 'Response', shown }), [shown]);
  return <CompareDialog {...{ before, after, onClose }} />;
}

interface DetailProps {
  readonly example: Example;
  readonly onRename: (name: string) => void;
}

/** Characters of a body that are shown. */
const SHOWN = 20_000;

function Detail({ example: { id, name, headers, body, base64 }, onRename }: DetailProps) {
  return (
    <section aria-label={`Example ${name}`}>
      <div className={css['form']}>
        <FormRow label="Name" htmlFor={`example-${id}`}>
          <TextField id={`example-${id}`} value={name} isWrong={name.trim() === ''} onChange={onRename} />
        </FormRow>
      </div>
      <NameValues
        rows={headers.filter(({ enabled }) => enabled).map((header) => [header.name, header.value])}
        empty="There are no headers."
      />
      {base64 ? (
        <p className={css['empty']}>
          The body has {sizeText(Math.floor((body.length * 3) / 4))}, and is binary.
        </p>
      ) : (
        <pre className={css['body']} tabIndex={0} aria-label="Body">
          {body.slice(0, SHOWN)}
          {body.length > SHOWN && '…'}
        </pre>
      )}
    </section>
  );
}

/** The id of the example that is shown: by a click, or asked for elsewhere. */
function useChosen(tab: string) {
  const [chosen, setChosen] = useState<string | null>(null);
  const asked = useStore(askedExample);
  useEffect(() => {
    if (asked?.tab !== tab) return;
    setChosen(asked.id);
    askedExample.set(null);
  }, [asked, tab]);
  return [chosen, setChosen] as const;
}
