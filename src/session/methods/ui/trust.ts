// Lists the stores of trusted roots on this computer for the certificate page. Changing them is left to the user, who
// runs the commands.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { noParams } from '../fields.ts';

export const trust = defineMethod({
  name: 'ui.trust',
  summary:
    'Lists the stores of trusted roots on this computer, where ours is, and the commands that change that',
  effect: 'read',
  faces: UI_ONLY,
  params: noParams,
  result: z.array(
    z.strictObject({
      name: z.string(),
      /** Null when it cannot be determined. */
      trusted: z.boolean().nullable(),
      /** Command lines, for a shell. */
      add: z.string(),
      /** The places where it is, each with the command that removes it; an empty one where only a person can. */
      places: z.array(z.strictObject({ where: z.string(), remove: z.string() })),
    }),
  ),
  async run({ engine }) {
    const { shellLine, trustStores } = await import('../../../system/trust/index.ts');
    const stores = await trustStores({ path: engine.ca.certPath, pem: engine.ca.certPem });
    return Promise.all(
      stores.map(async ({ name, add, look }) => {
        const { isTrusted, places } = await look();
        return {
          name,
          trusted: isTrusted,
          add: shellLine(add),
          places: places.map(({ where, remove }) => ({
            where,
            remove: remove === null ? '' : shellLine(remove),
          })),
        };
      }),
    );
  },
});
