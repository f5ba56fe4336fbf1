// The look of the page: its theme and the zone of its times.
import { Segmented } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { theme } from '../../../state/theme.ts';
import { timeZone } from '../../../state/times.ts';

const THEMES = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

const ZONES = [
  ['local', 'Local time'],
  ['utc', 'UTC'],
] as const;

export function Theme() {
  return <Segmented label="Theme" value={useStore(theme)} options={THEMES} onChange={theme.set} />;
}

export function Times() {
  return <Segmented label="Times" value={useStore(timeZone)} options={ZONES} onChange={timeZone.set} />;
}
