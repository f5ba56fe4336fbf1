// A run as a command, or as a job of continuous integration.
import { z } from 'zod';
import { CI_SYSTEMS } from '../../../runs/ci/systems.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { text } from '../fields.ts';
import { configurationFields } from './run-fields.ts';

export const clientRunText = defineMethod({
  name: 'client.run_text',
  summary: 'Writes a run as a command, a shell script, or a job of GitHub or GitLab',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    system: z.enum(CI_SYSTEMS, CI_SYSTEMS.join(', ')),
    configuration: configurationFields.describe('The options of the run'),
    name: text.max(1000).optional().describe('The name of a saved configuration that has just these options'),
  }),
  result: z.strictObject({ text: z.string() }),
  async run({ workspace }, { system, configuration, name }) {
    const { ciText } = await import('../../../runs/ci/index.ts');
    const { describedRun } = await import('../../../runs/ci/describe.ts');
    const run = await describedRun(
      await workspace.open(),
      { ...configuration, name: name ?? '' },
      name !== undefined,
    );
    return { text: ciText(run, system) };
  },
});
