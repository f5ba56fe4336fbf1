// The values that scripts have set in the window: listed, written into files, and forgotten.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import type { ScriptValue } from '../../live/script-values.ts';
import { MASK } from '../../settings/secrets.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { objectId, window } from './fields.ts';

const SCOPES = ['environment', 'collection', 'globals'] as const;
const NAME = 'the name of a variable';

const scope = z.enum(SCOPES, SCOPES.join(', '));
const owner = objectId.describe('Id of the environment or the collection; "globals" for the globals');
const name = z.string(NAME);
const notSaved = z.string().nullable().describe('The reason why only the memory of the app has them');

export const scriptValues = defineMethod({
  name: 'client.script_values',
  summary: 'Lists the values that scripts of sends have set, which stand above those of the files',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({}),
  result: z.strictObject({
    values: z.array(
      z.strictObject({
        scope,
        owner: z.string(),
        ownerName: z.string().nullable().describe('Null when the owner is gone'),
        name: z.string(),
        value: z.unknown().describe('A JSON value, masked where it is secret; null where it was unset'),
        isUnset: z.boolean(),
        secret: z.boolean(),
        request: z.strictObject({ id: z.string(), name: z.string() }),
        time: z.number(),
      }),
    ),
    notSaved,
  }),
  async run(app) {
    const values = await app.clientState.scriptValues();
    await values.flush();
    const { index } = await app.clientFiles();
    const shown = values.all().map((each) => {
      const ownerName = index.find(each.scope, each.owner)?.name ?? null;
      return { ...shownValue(each), ownerName: each.scope === 'globals' ? 'globals' : ownerName };
    });
    return { values: shown, notSaved: values.error };
  },
});

function shownValue({ value, ...about }: ScriptValue) {
  const isUnset = value === undefined;
  return { ...about, isUnset, value: isUnset ? null : about.secret ? MASK : value };
}

export const keepScriptValue = defineMethod({
  name: 'client.keep_script_value',
  summary: 'Writes a script value into the file of its scope, as a step that can be taken back',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ scope, owner, name, window }),
  result: z.strictObject({ path: z.string().describe('The file, relative to the workspace') }),
  async run(app, { window: by, ...key }) {
    const { ownedVariables } = await import('../workspace/environments/variable-owner.ts');
    const { withFileValue } = await import('../../live/script-variables.ts');
    const values = await app.clientState.scriptValues();
    const files = await app.clientFiles();
    await files.act({ label: `Kept ${key.name}`, window: by }, async ({ workspace, alsoRestore }) => {
      const value = values.get(key);
      if (value === undefined)
        throw new ParameterError(
          `no script has set ${JSON.stringify(key.name.slice(0, 100))} there: see client.script_values`,
          { field: 'name' },
        );
      await workspace.exclusively(async () => {
        const owned = await ownedVariables(
          workspace,
          key.scope,
          key.scope === 'globals' ? undefined : key.owner,
        );
        await owned.save(withFileValue(owned.variables, value));
      });
      values.remove((each) => each === value);
      alsoRestore(() => values.get(key) === undefined && values.set([value]));
    });
    return { path: files.index.find(key.scope, key.owner)?.path ?? '' };
  },
});

export const forgetScriptValues = defineMethod({
  name: 'client.forget_script_values',
  summary: 'Forgets one script value, those of a scope, or all; the values of the files count again',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ scope: scope.optional(), owner: owner.optional(), name: name.optional() }),
  result: z.strictObject({ forgotten: z.int(), notSaved }),
  async run(app: AppContext, wanted) {
    const values = await app.clientState.scriptValues();
    const forgotten = values.remove(
      (value) =>
        (wanted.scope ?? value.scope) === value.scope &&
        (wanted.owner ?? value.owner) === value.owner &&
        (wanted.name ?? value.name) === value.name,
    );
    await values.flush();
    return { forgotten, notSaved: values.error };
  },
});
