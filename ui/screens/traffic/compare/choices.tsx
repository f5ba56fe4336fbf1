// The choices of a comparison: what is shown, and what counts in JSON.
import { Segmented } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { extent, isByKey } from '../model/compared.ts';

export function Choices() {
  const byKey = useStore(isByKey);
  const shown = useStore(extent);
  return (
    <>
      <Segmented
        label="Shown"
        value={shown}
        options={[
          ['differences', 'Differences'],
          ['everything', 'Everything'],
        ]}
        onChange={extent.set}
      />
      <Segmented
        label="JSON"
        value={byKey ? 'key' : 'line'}
        options={[
          ['key', 'By key'],
          ['line', 'By line'],
        ]}
        onChange={(value) => isByKey.set(value === 'key')}
      />
    </>
  );
}
