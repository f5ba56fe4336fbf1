// The tabs that the windows have open in the workspace.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { windowName } from './live-fields.ts';

const MAX_TABS = 500;

const tab = z.strictObject({ key: z.string().min(1).max(1000), isPreview: z.boolean() });
const current = z.string().max(1000).nullable();

export const openTabs = defineMethod({
  name: 'client.open_tabs',
  summary: 'Lists the tabs that windows have open, or had when they were closed',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({}),
  result: z.strictObject({
    windows: z.array(
      z.strictObject({
        window: z.string(),
        isOpen: z.boolean().describe('False for a window that was closed'),
        tabs: z.array(tab),
        current,
      }),
    ),
  }),
  async run({ clientState: { openTabs: stored }, channels }) {
    const windows = await stored.list();
    return {
      windows: windows.map(({ isLeft, ...each }) => ({
        ...each,
        isOpen: isLeft !== true && channels.isRead(each.window),
      })),
    };
  },
});

export const saveOpenTabs = defineMethod({
  name: 'client.save_open_tabs',
  summary: 'Remembers the tabs of a window',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    window: windowName,
    tabs: z.array(tab).max(MAX_TABS),
    current,
    isLeft: z.boolean().optional().describe('True when its page is left'),
    instead: windowName.optional().describe('The closed window whose tabs it has taken over'),
  }),
  result: z.strictObject({}),
  async run({ clientState: { openTabs: stored } }, { instead, ...changed }) {
    await stored.save(changed, instead);
    return {};
  },
});
