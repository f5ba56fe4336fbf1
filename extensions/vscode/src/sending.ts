// "Send" above each request, and what arrives, in an output channel.
import * as vscode from 'vscode';
import { isHttpFile, sendCommand } from './command.ts';
import { requestsIn } from './http-file.ts';
import { runProgram } from './process.ts';
import { folderOf, settings } from './settings.ts';

const FILES: vscode.DocumentSelector = [
  { scheme: 'file', pattern: '**/*.{http,rest}' },
  { scheme: 'file', pattern: '**/*.request.yaml' },
];

export function registerSending(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel('Traffic Proxy', 'http');
  let running: AbortController | null = null;
  context.subscriptions.push(
    output,
    vscode.languages.registerCodeLensProvider(FILES, { provideCodeLenses }),
    vscode.commands.registerCommand('proxyctl.send', async (given?: vscode.Uri, line?: number) => {
      const editor = vscode.window.activeTextEditor;
      const uri = given ?? editor?.document.uri;
      if (uri?.scheme !== 'file')
        return vscode.window.showErrorMessage('Open a .http file or a *.request.yaml first.');
      await vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString())?.save();
      running?.abort();
      running = new AbortController();
      return send(output, uri, line ?? editor?.selection.active.line ?? 0, running.signal);
    }),
  );
}

function provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  const requests = isHttpFile(document.fileName) ? requestsIn(document.getText()) : [{ name: '', line: 0 }];
  return requests.map(
    ({ name, line }) =>
      new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
        title: '$(play) Send',
        tooltip: name,
        command: 'proxyctl.send',
        arguments: [document.uri, line],
      }),
  );
}

async function send(
  output: vscode.OutputChannel,
  uri: vscode.Uri,
  line: number,
  signal: AbortSignal,
): Promise<void> {
  output.clear();
  output.show(true);
  try {
    await runProgram(sendCommand(settings(), uri.fsPath, line), {
      cwd: folderOf(uri),
      signal,
      onOutput: (text) => output.append(text),
    });
  } catch (error) {
    if (!signal.aborted) output.appendLine(error instanceof Error ? error.message : String(error));
  }
}
