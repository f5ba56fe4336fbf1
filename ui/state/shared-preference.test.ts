import { expect, test, vi } from 'vitest';
import { isNumber, isRecordOf } from './preferences.ts';
import { SharedPreference } from './shared-preference.ts';

type Widths = Readonly<Record<string, number>>;

function widths(old: Widths | null = null) {
  const forget = vi.fn();
  return {
    forget,
    preference: new SharedPreference<Widths>({}, isRecordOf(isNumber), { value: old, forget }),
  };
}

test('what this window changed stays when another window changes something else', () => {
  const { preference } = widths();
  preference.take({ host: 100, path: 200 });
  preference.shown.set({ host: 120, path: 200 });
  preference.take({ host: 100, path: 200, app: 50 });
  expect(preference.shown.get()).toEqual({ host: 120, path: 200, app: 50 });
  expect(preference.difference()).toEqual({ host: 120 });
  preference.take({ host: 120, path: 200, app: 50 });
  expect(preference.difference()).toBeUndefined();
});

test('what is changed back while a change is on its way is changed back', () => {
  const { preference } = widths();
  preference.take({ host: 100 });
  preference.shown.set({ host: 120 });
  preference.sending();
  preference.shown.set({ host: 100 });
  preference.take({ host: 120 });
  expect(preference.shown.get()).toEqual({ host: 100 });
  expect(preference.difference()).toEqual({ host: 100 });
});

test('a change that did not arrive is sent again', () => {
  const { preference } = widths();
  preference.take({ host: 100 });
  preference.shown.set({ host: 120 });
  preference.sending();
  preference.notSent();
  preference.take({ host: 100, path: 80 });
  expect(preference.shown.get()).toEqual({ host: 120, path: 80 });
  expect(preference.difference()).toEqual({ host: 120 });
});

test('a change that the app refuses is taken back, and an equal value is the same object', () => {
  const { preference } = widths();
  preference.take({ host: 100 });
  const before = preference.shown.get();
  preference.shown.set({});
  expect(preference.difference()).toEqual({ host: null });
  preference.discard();
  expect(preference.shown.get()).toEqual({ host: 100 });
  preference.take({ host: 100 });
  expect(preference.shown.get()).toBe(before);
});

test('a value that this version does not understand is the initial one, and is not written', () => {
  const { preference } = widths();
  preference.take(['host']);
  expect([preference.shown.get(), preference.difference()]).toEqual([{}, undefined]);
});

test('what the browser had is taken over once: keys that the app has win', () => {
  const { preference, forget } = widths({ host: 90, path: 80 });
  preference.take({ host: 100 });
  expect(preference.shown.get()).toEqual({ host: 100, path: 80 });
  expect([preference.difference(), forget.mock.calls.length]).toEqual([{ path: 80 }, 0]);
  preference.take({ host: 100, path: 80 });
  expect(forget).toHaveBeenCalledOnce();
  preference.take({ host: 100 });
  expect(preference.shown.get()).toEqual({ host: 100 });
  expect(forget).toHaveBeenCalledOnce();
});
