// `proxyctl render-icon`: copies the files of the icon, for builds and packages.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'render-icon',
  summary: 'Copy the icon of the app as PNG, ICO, ICNS and SVG files',
  examples: [],
  configure: (c) =>
    c.requiredOption('--out <folder>', 'folder for the files; it is created if it is missing'),
  action: async (_, { out }) => {
    const { renderIcon } = await import('../render-icon.ts');
    return renderIcon(out);
  },
});
