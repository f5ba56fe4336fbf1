// The settings of the extension.
import * as vscode from 'vscode';
import type { CommandSettings } from './command.ts';

export interface Settings extends CommandSettings {
  readonly filter: string;
}

export function settings(): Settings {
  const own = vscode.workspace.getConfiguration('proxyctl');
  const command = own.get<readonly string[]>('command', ['proxyctl']);
  return {
    command: command.length === 0 ? ['proxyctl'] : command,
    environment: own.get('environment', ''),
    filter: own.get('filter', ''),
  };
}

/** Returns the folder in which proxyctl is started for a file. */
export function folderOf(uri: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? vscode.Uri.joinPath(uri, '..').fsPath;
}
