// The preferences of the web UI, for all its windows: saved filters, columns, sizes of panes.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { noParams } from '../fields.ts';

const VALUES = 'an object of values under names such as "traffic.filters"';
const name = z.string().regex(/^[a-zA-Z][\w.-]{0,99}$/);
const values = z.record(name, z.unknown(), VALUES);

export const preferences = defineMethod({
  name: 'ui.preferences',
  summary: 'Returns the preferences of the web UI, such as saved filters and columns, by name',
  effect: 'read',
  faces: UI_ONLY,
  params: noParams,
  result: values,
  run: (app) => app.pages.preferences,
});

export const changePreferences = defineMethod({
  name: 'ui.change_preferences',
  summary: 'Merges a change into the preferences of the web UI, and returns all of them: null removes one',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ changes: values }),
  result: values,
  run: (app, { changes }) => app.pages.changePreferences(changes),
});
