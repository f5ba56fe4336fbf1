// The answer of the server behind becomes an example of the collection, or a part of the spec.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../parts/index.ts';
import { AddExample } from './add-example.tsx';
import type { Call, Mock, PassedAnswer, Route } from './model.ts';

interface KeepPassedProps {
  readonly mock: Mock;
  readonly call: Call;
  readonly passed: PassedAnswer;
  readonly routes: readonly Route[];
}

export function KeepPassed({ mock: { state }, call, passed, routes }: KeepPassedProps) {
  const [isAdding, setAdding] = useState(false);
  const { collection } = state;
  const { text } = passed.body;
  if (text === undefined) return null;
  if (state.keeps) return collection === null ? ' It is kept in the spec.' : ' It is kept as an example.';
  if (collection === null) return null;
  const [path = '', search = ''] = call.path.split('?', 2);
  const query = [...new URLSearchParams(search)].map(([name, value]) => ({ name, value }));
  const unmatched = { path, query, headers: [], body: {}, omitted: 0 };
  const initial = { status: String(passed.status), name: `${passed.status}, passed on`, body: text };
  return (
    <>
      {' '}
      <Button size="small" icon={Plus} onClick={() => setAdding(true)}>
        Save as example
      </Button>
      {isAdding && (
        <AddExample
          {...{ collection, method: call.method, unmatched, routes, initial }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
