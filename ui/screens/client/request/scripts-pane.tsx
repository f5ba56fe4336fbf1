// The scripts of a request: before it is sent, and after its response has arrived.
import { lazy, Suspense, useState } from 'react';
import { Segmented } from '../../../parts/index.ts';
import { editRequest } from './fields.ts';
import type { PaneProps } from './pane.ts';
import { scriptCompletion } from './script-completion.ts';
import css from './request.module.css';

const CodeEdit = lazy(() => import('../../../editor/code-edit.tsx'));

type Which = 'preRequest' | 'test';

const CHOICES = [
  ['preRequest', 'Before'],
  ['test', 'After'],
] as const;

export function ScriptsPane({ tabKey, request: { scripts } }: PaneProps) {
  const [which, setWhich] = useState<Which>(scripts.preRequest === '' ? 'test' : 'preRequest');
  return (
    <>
      <div className={css['subBar']}>
        <Segmented label="Script" value={which} options={CHOICES} onChange={setWhich} />
        <span className={css['hint']}>
          {which === 'test'
            ? 'Runs when the response is there, with pm.response and pm.test'
            : 'Runs before the request is sent'}
        </span>
      </div>
      <Suspense fallback={null}>
        <CodeEdit
          key={which}
          label={which === 'test' ? 'Script after the response' : 'Script before the request'}
          fills
          language="javascript"
          value={scripts[which]}
          extensions={scriptCompletion}
          onChange={(text) => editRequest(tabKey, { scripts: { ...scripts, [which]: text } })}
        />
      </Suspense>
    </>
  );
}
