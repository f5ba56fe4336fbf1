// Opens and closes the palette and the list of keys.
import { createStore } from '../state/store.ts';

export const palette = createStore<'closed' | 'palette' | 'keys'>('closed');

export function openPalette(): void {
  palette.set('palette');
}

export function openKeyList(): void {
  palette.set('keys');
}

export function closePalette(): void {
  palette.set('closed');
}
