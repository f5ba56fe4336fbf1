// Lines that the scripts of all requests get at their end.
import { lazy, Suspense, useState } from 'react';
import type { SharedChange } from '../../../../src/collections/model/shared-change.ts';
import { Segmented } from '../../../parts/index.ts';
import { scriptCompletion } from '../request/script-completion.ts';
import css from './together.module.css';
import { setPart } from './together-state.ts';

const CodeEdit = lazy(() => import('../../../editor/code-edit.tsx'));

type Which = 'preRequest' | 'test';

const CHOICES = [
  ['preRequest', 'Before'],
  ['test', 'After'],
] as const;

export function CommonScripts({ change: { scripts = {} } }: { readonly change: SharedChange }) {
  const [which, setWhich] = useState<Which>('test');
  const set = (text: string): void => {
    const { [which]: _, ...rest } = scripts;
    const all = text.trim() === '' ? rest : { ...rest, [which]: text };
    setPart('scripts', Object.keys(all).length === 0 ? undefined : all);
  };
  return (
    <>
      <div className={css['bar']}>
        <Segmented label="Script" value={which} options={CHOICES} onChange={setWhich} />
        <span>These lines are added at the end of each script.</span>
      </div>
      <Suspense fallback={null}>
        <CodeEdit
          key={which}
          label={which === 'test' ? 'Lines after the response' : 'Lines before the request'}
          fills
          language="javascript"
          value={scripts[which] ?? ''}
          extensions={scriptCompletion}
          onChange={set}
        />
      </Suspense>
    </>
  );
}
