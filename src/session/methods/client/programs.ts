// Programs that requests may start on this machine, such as MCP servers.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { programFingerprint } from './live-fields.ts';

export const allowProgram = defineMethod({
  name: 'client.allow_program',
  summary: 'Allows requests of this machine to start a program that a send has asked about, until it changes',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ fingerprint: programFingerprint }),
  result: z.strictObject({}),
  async run({ clientState: { machine } }, { fingerprint }) {
    await machine.programs.allow(fingerprint);
    return {};
  },
});

export const allowedPrograms = defineMethod({
  name: 'client.allowed_programs',
  summary: 'Lists the programs that requests may start on this machine',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({}),
  result: z.strictObject({
    programs: z.array(
      z.strictObject({
        fingerprint: z.string(),
        description: z
          .string()
          .describe('The command line and its folder; empty where an earlier version allowed it'),
      }),
    ),
  }),
  async run() {
    const { rememberedPrograms } = await import('../../../runs/runner/program-list.ts');
    return { programs: [...(await rememberedPrograms())] };
  },
});

export const forgetProgram = defineMethod({
  name: 'client.forget_program',
  summary: 'Allows a program no longer: the next request that starts it asks again',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ fingerprint: programFingerprint }),
  result: z.strictObject({ forgotten: z.boolean() }),
  async run(_, { fingerprint }) {
    const { forgetProgram: forget } = await import('../../../runs/runner/program-list.ts');
    return { forgotten: await forget(fingerprint) };
  },
});
