// Shows a part of the app in the open pages, or else in a new page.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import type { AppContext, UiLocation } from '../context.ts';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { flowOf, requestId, toolName } from '../fields.ts';

const TARGETS = [
  'tools',
  'insights',
  'api_client',
  'mcp',
  'breakpoints',
  'setup',
  'settings',
  'request',
] as const;
const SETUP_PAGES: readonly string[] = [
  'mac',
  'browser',
  'terminal',
  'ios',
  'simulator',
  'android',
  'java',
  'docker',
  'other',
];
const SETTINGS_PAGES = ['general', 'ssl', 'bypass', 'certificate', 'network', 'advanced'];

const params = z.strictObject({
  target: z.enum(TARGETS, TARGETS.map((target) => `"${target}"`).join(', ')),
  tool: toolName.optional().describe('With tools: the tool to show'),
  page: z
    .string('the name of a page')
    .optional()
    .describe(`With setup: ${SETUP_PAGES.join(', ')}; with settings: ${SETTINGS_PAGES.join(', ')}`),
  id: requestId.optional().describe('With request: its id'),
});

export const open = defineMethod({
  name: 'open',
  summary: 'Brings the app forward and shows a window, a page of one, or a request',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  captured: false,
  undo: { never: 'it only showed something' },
  params,
  result: z.strictObject({ opened: z.boolean() }),
  run: async (app, location) => ({ opened: await app.show(locationOf(app, location)) }),
});

function locationOf(app: AppContext, { target, tool, page, id }: z.output<typeof params>): UiLocation {
  if (target === 'request') {
    if (id === undefined)
      throw new ParameterError('id is missing: give the id of the request to show', { field: 'id' });
    return { target, id: String(flowOf(app, id).id) };
  }
  if (target === 'tools' && tool !== undefined) return { target, tool: app.tools.list(tool)[0]!.tool };
  if (page !== undefined) return { target, page: checkedPage(target, page) };
  return { target };
}

function checkedPage(target: string, page: string): string {
  const pages = target === 'setup' ? SETUP_PAGES : target === 'settings' ? SETTINGS_PAGES : [];
  if (pages.includes(page)) return page;
  const expected = pages.length === 0 ? `${target} has no pages` : `expected one of ${pages.join(', ')}`;
  throw new ParameterError(`${JSON.stringify(page.slice(0, 60))} is not a page of ${target}: ${expected}`, {
    field: 'page',
  });
}
