// Files that assistants name: the guard is asked for each parameter, field of a rule and setting that is one.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { methods } from '../../src/session/methods/index.ts';
import { workspaceMethods } from '../../src/session/methods/workspace/index.ts';
import { settingsSchema } from '../../src/session/settings/schema.ts';
import { withPaths } from '../../src/mcp/tools/given-paths.ts';
import { tools as catalogue } from '../../src/tools/catalogue/index.ts';

/** Returns the names of the texts in a schema, and whether each is the path of a file. A schema may contain itself. */
function texts(
  schema: z.core.$ZodType,
  name: string,
  outer: readonly z.core.$ZodType[] = [],
): readonly { name: string; isFile: boolean }[] {
  if (outer.includes(schema)) return [];
  const within = [...outer, schema];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, inner]) => texts(inner as z.ZodType, key, within));
  if (schema instanceof z.ZodString) {
    const message = schema.safeParse(1).error?.issues[0]?.message ?? '';
    return [{ name, isFile: /path of a (?:file|folder)$/.test(message) }];
  }
  return Object.values(schema._zod.def)
    .flat()
    .filter((inner) => inner instanceof z.ZodType)
    .flatMap((inner) => texts(inner, name, within));
}

/** Returns true when the guard is asked for a text in a field with this name. */
function isGuarded(name: string): boolean {
  let asked = false;
  const allowed = (path: string): string => {
    asked = true;
    return path;
  };
  withPaths({ allowed }, { [name]: '/some/file' }, 'rule');
  return asked;
}

test('fields of rules and settings', () => {
  const ofRules = catalogue.flatMap(({ name, fields }) => texts(z.object(fields ?? {}), name));
  const all = [...ofRules, ...texts(settingsSchema, 'settings')];
  expect(all.filter(({ isFile }) => isFile).length).toBeGreaterThan(4);
  expect(all.filter(({ name, isFile }) => isFile !== isGuarded(name))).toEqual([]);
});

test('parameters that take an absolute path only', () => {
  const onWorkspace = new Set(workspaceMethods.map(({ name }) => name));
  const tools = methods.filter(({ name, faces }) => faces.includes('mcp') && !onWorkspace.has(name));
  const takesPath = (schema: z.ZodType): boolean =>
    schema.safeParse('/some/file').success && !schema.safeParse('some/file').success;
  for (const { name, params, paths = [] } of tools) {
    const shape = Object.entries(params.shape);
    const files = shape.filter(([, schema]) => takesPath(schema)).map(([key]) => key);
    expect(paths, name).toEqual(expect.arrayContaining(files));
  }
});
