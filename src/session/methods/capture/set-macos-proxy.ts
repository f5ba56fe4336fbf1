// Sends the traffic of the system through the proxy, or stops doing so.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { flag } from '../fields.ts';

export const setMacosProxy = defineMethod({
  name: 'set_macos_proxy',
  summary:
    'Turns capture of the traffic of this system on or off, on macOS, Linux and Windows; off restores the earlier proxy settings',
  effect: 'write',
  faces: EVERYWHERE,
  params: z.strictObject({ on: flag }),
  result: z.strictObject({ on: z.boolean() }),
  async run(app, { on }) {
    await app.setSystemProxy(on);
    return { on };
  },
});
