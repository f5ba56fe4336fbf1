// The panel with what the app has captured, newest first. An exchange is shown as the document that `show` prints.
import * as vscode from 'vscode';
import { commandLine, listCommand, showCommand } from './command.ts';
import { runProgram } from './process.ts';
import { settings } from './settings.ts';
import { trafficLine, type TrafficLine } from './traffic-line.ts';

const SCHEME = 'proxyctl-exchange';
/** Milliseconds between two looks while the panel is shown. */
const PERIOD_MS = 2000;

export function registerTraffic(context: vscode.ExtensionContext): void {
  const list = new TrafficList();
  const view = vscode.window.createTreeView('proxyctl.traffic', { treeDataProvider: list });
  const timer = setInterval(() => view.visible && void list.refresh(), PERIOD_MS);
  context.subscriptions.push(
    view,
    { dispose: () => clearInterval(timer) },
    view.onDidChangeVisibility(({ visible }) => visible && void list.refresh()),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: exchangeText,
    }),
    vscode.commands.registerCommand('proxyctl.refreshTraffic', () => list.refresh()),
    vscode.commands.registerCommand('proxyctl.showExchange', async (id: number) => {
      const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${id}.json` });
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document, { preview: true });
    }),
    vscode.commands.registerCommand('proxyctl.openApp', () => {
      const { program, args } = commandLine(settings(), ['app']);
      const terminal = vscode.window.createTerminal({ name: 'Traffic Proxy' });
      terminal.sendText([program, ...args].map(quoted).join(' '));
      terminal.show(true);
    }),
  );
}

async function exchangeText({ path }: vscode.Uri): Promise<string> {
  const id = Number(/\d+/.exec(path)?.[0]);
  const { code, stdout, stderr } = await runProgram(showCommand(settings(), id), { cwd: process.cwd() });
  return code === 0 ? stdout : stderr;
}

function quoted(word: string): string {
  return /^[\w./\\:-]+$/.test(word) ? word : JSON.stringify(word);
}

class TrafficList implements vscode.TreeDataProvider<TrafficLine> {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  #lines: readonly TrafficLine[] = [];
  #text = '';

  /** Shows what has changed; nothing where no app runs. */
  async refresh(): Promise<void> {
    const own = settings();
    const ended = await runProgram(listCommand(own, own.filter), { cwd: process.cwd() }).catch(() => null);
    const text = ended?.code === 0 ? ended.stdout : '';
    if (text === this.#text) return;
    this.#text = text;
    this.#lines = text
      .split('\n')
      .map(trafficLine)
      .filter((line) => line !== null)
      .reverse();
    this.#changed.fire();
  }

  getChildren(parent?: TrafficLine): TrafficLine[] {
    return parent === undefined ? [...this.#lines] : [];
  }

  getTreeItem({ id, app, status, method, url, rest }: TrafficLine): vscode.TreeItem {
    const item = new vscode.TreeItem(`${method} ${url}`);
    item.id = String(id);
    item.description = [status, app, rest].filter((each) => each !== '').join('  ');
    item.tooltip = `#${id} ${method} ${url}`;
    item.iconPath = new vscode.ThemeIcon(status === '' || Number(status) >= 400 ? 'error' : 'pass');
    item.command = { command: 'proxyctl.showExchange', title: 'Show', arguments: [id] };
    return item;
  }
}
