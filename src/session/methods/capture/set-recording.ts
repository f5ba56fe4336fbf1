// Pauses and resumes recording. Forwarding does not depend on it.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { flag } from '../fields.ts';

export const setRecording = defineMethod({
  name: 'set_recording',
  summary: 'Pauses or resumes recording; requests are forwarded either way',
  effect: 'write',
  faces: EVERYWHERE,
  params: z.strictObject({ on: flag }),
  result: z.strictObject({ recording: z.boolean() }),
  run(app, { on }) {
    app.setRecording(on);
    return { recording: on };
  },
});
