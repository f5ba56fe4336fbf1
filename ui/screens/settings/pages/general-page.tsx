// The preferences of this browser.
import { Segmented } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { theme } from '../../../state/theme.ts';
import { Row } from '../setting-row.tsx';

const THEMES = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

export function GeneralPage() {
  const chosen = useStore(theme);
  return (
    <Row title="Theme" hint="Light and dark have the same contrast.">
      <Segmented label="Theme" value={chosen} options={THEMES} onChange={theme.set} />
    </Row>
  );
}
