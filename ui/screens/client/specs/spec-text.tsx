// The text of a description between its structure and the preview of a synchronization, with its problems below.
import { lazy, Suspense, useMemo, useState } from 'react';
import { ListTree, Play } from 'lucide-react';
import { useCommands } from '../../../commands/index.ts';
import { IconButton, Sash } from '../../../parts/index.ts';
import { useMedia } from '../../../state/media.ts';
import { createPreference, isNumber } from '../../../state/preferences.ts';
import { useStore } from '../../../state/store.ts';
import { editObject } from '../model/objects.ts';
import { ownTab } from '../model/tabs.ts';
import { mended } from './mended.ts';
import { Problems } from './problems.tsx';
import css from './spec.module.css';
import { Structure } from './structure.tsx';
import { SyncPanel } from './sync-panel.tsx';
import { tryOperation } from './try-operation.ts';
import type { Lint } from './use-lint.ts';

const CodeEdit = lazy(() => import('../../../editor/code-edit.tsx'));

const problemsHeight = createPreference('client.spec.problems', 180, isNumber);

interface Place {
  readonly line: number;
  readonly column: number;
}

interface SpecTextProps {
  readonly tabKey: string;
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly lint: Lint;
  readonly isUnsaved: boolean;
  /** The place to which the editor goes. */
  readonly place: Place | null;
  readonly onPlace: (place: Place) => void;
  readonly isSyncing: boolean;
  readonly onSyncing: (isSyncing: boolean) => void;
}

export function SpecText(props: SpecTextProps) {
  const { tabKey, id, name, text, lint, isUnsaved, place, onPlace, isSyncing, onSyncing } = props;
  const height = useStore(problemsHeight);
  const isNarrow = useMedia('(max-width: 1023px)');
  const [isStructureShown, setStructureShown] = useState(false);
  const [operation, setOperation] = useState<string | null>(null);
  const attemptOperation = (chosen: string): void => void tryOperation(id, chosen, text);
  useTryCommand(operation, attemptOperation);
  return (
    <div className={css['body']}>
      {(!isNarrow || isStructureShown) && (
        <Structure
          isDrawer={isNarrow}
          lint={lint}
          onGo={(line) => {
            setStructureShown(false);
            onPlace({ line, column: 1 });
          }}
          onTry={attemptOperation}
          onOperation={setOperation}
        />
      )}
      <div className={css['middle']}>
        <Editor {...{ tabKey, name, text, lint, place }} />
        <Sash
          label="Height of the problems"
          orientation="horizontal"
          {...{ size: height, min: 80, max: 480, initial: 180 }}
          reverse
          onResize={problemsHeight.set}
        />
        <div className={css['below']} style={{ height }}>
          <Problems
            lint={lint}
            onGo={onPlace}
            onFix={(problem) => editObject(tabKey, { text: mended(text, problem) })}
            {...(isNarrow && {
              start: <StructureSwitch isShown={isStructureShown} onShow={setStructureShown} />,
            })}
          />
        </div>
      </div>
      {isSyncing && (
        <SyncPanel
          {...{ tabKey, id, name, isUnsaved }}
          text={lint.errors > 0 || lint.isStale ? null : text}
          errors={lint.errors}
          onClose={() => onSyncing(false)}
        />
      )}
    </div>
  );
}

type EditorProps = Pick<SpecTextProps, 'tabKey' | 'name' | 'text' | 'lint' | 'place'>;

function Editor({ tabKey, name, text, lint: { problems }, place }: EditorProps) {
  const marks = useMemo(() => problems.filter(({ file }) => file === null), [problems]);
  return (
    <div className={css['editor']}>
      <Suspense>
        <CodeEdit
          label={`Text of ${name}`}
          language={/^\s*\{/.test(text) ? 'json' : 'yaml'}
          value={text}
          fills
          wraps={false}
          marks={marks}
          goTo={place}
          onChange={(typed) => {
            ownTab(tabKey);
            editObject(tabKey, { text: typed });
          }}
        />
      </Suspense>
    </div>
  );
}

interface StructureSwitchProps {
  readonly isShown: boolean;
  readonly onShow: (isShown: boolean) => void;
}

/** Shows the structure over the text in a narrow window. */
function StructureSwitch({ isShown, onShow }: StructureSwitchProps) {
  return (
    <IconButton
      icon={ListTree}
      size="small"
      label={isShown ? 'Hide the structure' : 'Show the structure'}
      aria-pressed={isShown}
      onClick={() => onShow(!isShown)}
    />
  );
}

/** Offers to try the operation that is chosen in the structure. */
function useTryCommand(operation: string | null, attempt: (operation: string) => void): void {
  useCommands([
    {
      id: 'client.spec-try',
      title: operation === null ? 'Try the operation' : `Try ${operation}`,
      group: 'client',
      heading: 'API description',
      keys: 'mod+enter',
      inFields: true,
      icon: Play,
      ...(operation === null && { why: 'Choose an operation in the structure' }),
      run: () => operation !== null && attempt(operation),
    },
  ]);
}
