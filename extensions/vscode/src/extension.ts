// The extension of Visual Studio Code: sending, testing, completion of workspace files, and captured traffic.
import * as vscode from 'vscode';
import { registerSending } from './sending.ts';
import { registerTesting } from './testing.ts';
import { registerTraffic } from './traffic.ts';

export function activate(context: vscode.ExtensionContext): void {
  registerSending(context);
  registerTesting(context);
  registerTraffic(context);
  context.subscriptions.push(
    vscode.commands.registerCommand('proxyctl.chooseEnvironment', async () => {
      const files = await vscode.workspace.findFiles('**/environments/*.yaml', '**/node_modules/**', 200);
      const names = files.map(({ path }) => path.replace(/^.*\//, '').replace(/\.yaml$/, ''));
      const name = await vscode.window.showQuickPick(['', ...new Set(names)], {
        placeHolder: 'The environment with which requests are sent; empty for the active one',
      });
      if (name !== undefined) await vscode.workspace.getConfiguration('proxyctl').update('environment', name);
    }),
  );
}
