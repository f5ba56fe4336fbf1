// Completion while the filter is typed: the suggestions at the caret, and the keys that choose and accept one.
import { useState, type ChangeEvent, type KeyboardEvent, type SyntheticEvent } from 'react';
import { completions, type Completion } from '../../../../src/flow/filter/index.ts';
import { setFilter } from '../model/view.ts';
import { knownValues } from './known-values.ts';

/** Returns the state of the list and the handlers of the field. `isBad` says that the filter cannot be applied. */
export function useCompletion(text: string, isBad: boolean) {
  const [isFocused, setFocused] = useState(false);
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(-1);
  const [isClosed, setClosed] = useState(true);
  const offers = isFocused && !isClosed ? completions(text, caret, knownValues()) : [];
  const isOpen = isFocused && !isClosed && (offers.length > 0 || isBad);
  const type = (value: string, at: number): void => {
    setFilter(value);
    setCaret(at);
    setChosen(-1);
    setClosed(false);
  };
  const take = ({ text: offered, start, end, isOpen: goesOn }: Completion): void => {
    const rest = text.slice(end);
    const completed = `${text.slice(0, start)}${offered}${goesOn || rest.startsWith(' ') ? '' : ' '}`;
    type(completed + rest, completed.length);
    requestAnimationFrame(() => fieldElement()?.setSelectionRange(completed.length, completed.length));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const choice = offers[chosen];
    if (step !== undefined && offers.length > 0) {
      setChosen((at) => (at + step + offers.length + (at < 0 && step < 0 ? 1 : 0)) % offers.length);
    } else if (event.key === 'ArrowDown') focusList();
    else if (event.key === 'Tab' && !event.shiftKey && isOpen && offers.length > 0)
      take(choice ?? offers[0]!);
    else if (event.key === 'Enter') {
      // The focus stays: in the list, the next letter would be a command.
      if (choice !== undefined) take(choice);
      else setClosed(true);
    } else if (event.key === 'Escape') {
      if (isOpen) setClosed(true);
      else focusList();
    } else return;
    event.preventDefault();
  };
  const handlers = {
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      type(target.value, target.selectionStart ?? target.value.length),
    onSelect: ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
      setCaret(currentTarget.selectionStart ?? 0),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
    onKeyDown,
  };
  return { offers, chosen, isFocused, isOpen, take, handlers };
}

function fieldElement(): HTMLInputElement | null {
  return document.querySelector('#traffic-filter');
}

function focusList(): void {
  document.querySelector<HTMLElement>('#traffic-list')?.focus();
}
