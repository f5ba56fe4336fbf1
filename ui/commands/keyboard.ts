// The keyboard map: turns key presses into commands.
import { createStore } from '../state/store.ts';
import { currentCommands, keysOf, type Command } from './index.ts';

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The milliseconds within which the second key of a sequence such as `g t` must follow. */
const SEQUENCE_MS = 5000;

/** The keys of a sequence that were pressed, such as `g`; empty where none has begun. */
export const begunKeys = createStore('');

/**
 * Listens on the whole page. Returns a function that stops listening. `onLostFocus` is called after a command that
 * removed what had the focus.
 */
export function listenToKeys(onLostFocus: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = (keys: string): void => {
    clearTimeout(timer);
    begunKeys.set(keys);
    if (keys !== '') timer = setTimeout(() => begunKeys.set(''), SEQUENCE_MS);
  };
  const listener = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const key = keyName(event);
    if (key === null) return;
    const begun = begunKeys.get();
    begin('');
    if (begun !== '' && key === 'escape') {
      event.preventDefault();
      return;
    }
    const pressed = begun === '' ? key : `${begun} ${key}`;
    // The browser copies the text that is selected.
    if (pressed === 'mod+c' && String(getSelection()) !== '') return;
    const isTyping = isField(event.target);
    const commands = currentCommands().filter((command) => !isTyping || command.inFields === true);
    const command = commands.find((each) => keysOf(each).includes(pressed));
    if (command !== undefined) {
      event.preventDefault();
      const focused = document.activeElement;
      command.run();
      requestAnimationFrame(() => {
        if (focused?.isConnected === false && document.activeElement === document.body) onLostFocus();
      });
    } else if (startsSequence(commands, pressed)) {
      event.preventDefault();
      begin(pressed);
    }
  };
  const stop = (): void => begin('');
  addEventListener('keydown', listener);
  addEventListener('pointerdown', stop);
  return () => {
    removeEventListener('keydown', listener);
    removeEventListener('pointerdown', stop);
  };
}

/** Returns the name of the key, such as `mod+shift+k`, `?` or `arrowup`; null for a modifier alone. */
export function keyName(event: KeyboardEvent): string | null {
  const { key, altKey, shiftKey } = event;
  if (['Shift', 'Control', 'Alt', 'Meta', 'Dead', 'Unidentified'].includes(key)) return null;
  const isMod = isMac ? event.metaKey : event.ctrlKey;
  // On a Mac, Alt changes the character that a letter types, so the position of the key counts.
  const name = altKey && /^(?:Key[A-Z]|Digit\d)$/.test(event.code) ? event.code.slice(-1) : key;
  // Shift is part of a character such as `?`, but not of a letter or a named key.
  const hasShift = shiftKey && (name.length > 1 || /\p{L}/u.test(name));
  const parts = [isMod && 'mod', altKey && 'alt', hasShift && 'shift', spelled(name)];
  return parts.filter((part) => part !== false).join('+');
}

function spelled(key: string): string {
  return key === ' ' ? 'space' : key.toLowerCase();
}

function startsSequence(commands: readonly Command[], pressed: string): boolean {
  return commands.some((command) => keysOf(command).some((keys) => keys.startsWith(`${pressed} `)));
}

/** Returns true where keys type text. */
function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return target.matches('input:not([type=checkbox], [type=radio]), textarea, select');
}

const SYMBOLS: Readonly<Record<string, string>> = {
  mod: isMac ? '⌘' : 'Ctrl',
  alt: isMac ? '⌥' : 'Alt',
  shift: isMac ? '⇧' : 'Shift',
  enter: '↩',
  backspace: '⌫',
  delete: 'Del',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  escape: 'esc',
  space: 'Space',
};

/** Returns the keys as the platform shows them, with one entry for each keycap. */
export function keyCaps(keys: string): readonly string[] {
  return keys.split(' ').flatMap((press) => {
    const parts = press === '+' ? ['+'] : press.split('+');
    return parts.map((part) => SYMBOLS[part] ?? (part.length === 1 ? part.toUpperCase() : capital(part)));
  });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
