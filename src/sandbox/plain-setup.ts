// The setup that adds nothing to the language but the console and `hostCall(name, value)`.
import { defineSetup } from './setup.ts';

export const plainSetup = defineSetup({
  id: 'plain',
  source: `(function (kernel) {
    Object.defineProperty(globalThis, 'hostCall', { value: kernel.hostCall, writable: true, configurable: true });
  })`,
  hostFunctions: {},
});
