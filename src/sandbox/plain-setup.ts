// The setup that adds only the console and `hostCall(name, value)` to the language.
import { defineSetup } from './setup.ts';

export const plainSetup = defineSetup({
  id: 'plain',
  source: `(function (kernel) {
    Object.defineProperty(globalThis, 'hostCall', { value: kernel.hostCall, writable: true, configurable: true });
  })`,
  hostFunctions: {},
});
