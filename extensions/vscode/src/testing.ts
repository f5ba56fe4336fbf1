// The Testing view: `.http` files with their requests, and collections of workspaces; a run reports each request.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { isHttpFile, runCommand } from './command.ts';
import { requestsIn } from './http-file.ts';
import { runProgram } from './process.ts';
import { keyOf, outcomesOf, worstByName, type Outcome } from './report.ts';
import { folderOf, settings } from './settings.ts';

const PATTERN = '**/{*.http,*.rest,collection.yaml}';
const EXCLUDED = '**/{node_modules,.git}/**';

export function registerTesting(context: vscode.ExtensionContext): void {
  const controller = vscode.tests.createTestController('proxyctl', 'Traffic Proxy');
  const watcher = vscode.workspace.createFileSystemWatcher(PATTERN);
  const refresh = async (): Promise<void> => {
    const files = await vscode.workspace.findFiles(PATTERN, EXCLUDED, 2000);
    controller.items.replace(await Promise.all(files.map((uri) => itemOf(controller, uri))));
  };
  controller.refreshHandler = refresh;
  controller.createRunProfile(
    'Run',
    vscode.TestRunProfileKind.Run,
    (request, token) => runAll(controller, request, token),
    true,
  );
  const update = async (uri: vscode.Uri): Promise<void> =>
    controller.items.add(await itemOf(controller, uri));
  watcher.onDidCreate(update);
  watcher.onDidChange(update);
  watcher.onDidDelete((uri) => controller.items.delete(uri.toString()));
  context.subscriptions.push(controller, watcher);
  void refresh();
}

async function itemOf(controller: vscode.TestController, uri: vscode.Uri): Promise<vscode.TestItem> {
  const label = vscode.workspace.asRelativePath(
    isHttpFile(uri.fsPath) ? uri : vscode.Uri.joinPath(uri, '..'),
  );
  const item = controller.createTestItem(uri.toString(), label, uri);
  if (!isHttpFile(uri.fsPath)) return item;
  const text = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
  for (const { name, line } of requestsIn(text)) {
    const child = controller.createTestItem(`${uri.toString()}#${name}`, name, uri);
    child.range = new vscode.Range(line, 0, line, 0);
    item.children.add(child);
  }
  return item;
}

async function runAll(
  controller: vscode.TestController,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
): Promise<void> {
  const run = controller.createTestRun(request);
  const abort = new AbortController();
  token.onCancellationRequested(() => abort.abort());
  const chosen = request.include ?? [...controller.items].map(([, item]) => item);
  for (const [file, items] of byFile(chosen)) {
    if (token.isCancellationRequested) break;
    items.forEach((item) => run.started(item));
    try {
      show(run, items, await outcomes(run, file, items, abort.signal));
    } catch (error) {
      const message = new vscode.TestMessage(error instanceof Error ? error.message : String(error));
      items.forEach((item) => run.errored(item, message));
    }
  }
  run.end();
}

/** Groups what was chosen by the file that is run; a file that was chosen itself stands for all in it. */
function byFile(
  chosen: readonly vscode.TestItem[],
): ReadonlyMap<vscode.TestItem, readonly vscode.TestItem[]> {
  const files = new Map<vscode.TestItem, readonly vscode.TestItem[]>();
  for (const item of chosen) {
    const file = item.parent ?? item;
    if (item === file) files.set(file, [item]);
    else if (!chosen.includes(file)) files.set(file, [...(files.get(file) ?? []), item]);
  }
  return files;
}

async function outcomes(
  run: vscode.TestRun,
  { uri }: vscode.TestItem,
  items: readonly vscode.TestItem[],
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  if (uri === undefined) return [];
  const folder = await mkdtemp(join(tmpdir(), 'proxyctl-'));
  try {
    const report = join(folder, 'report.json');
    const target = isHttpFile(uri.fsPath) ? uri.fsPath : dirname(uri.fsPath);
    const names = items.filter(({ parent }) => parent !== undefined).map(({ label }) => label);
    const { stderr } = await runProgram(runCommand(settings(), target, { names, report }), {
      cwd: folderOf(uri),
      signal,
      onOutput: (text) => run.appendOutput(text.replaceAll(/\r?\n/g, '\r\n')),
    });
    const text = await readFile(report, 'utf8').catch(() => {
      throw new Error(stderr.trim() || 'proxyctl wrote no report');
    });
    return outcomesOf(text);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function show(run: vscode.TestRun, items: readonly vscode.TestItem[], found: readonly Outcome[]): void {
  const worst = worstByName(found);
  for (const item of items) {
    if (item.parent !== undefined) report(run, item, worst.get(keyOf([], item.label)));
    else {
      item.children.forEach((child) => report(run, child, worst.get(keyOf([], child.label))));
      report(run, item, whole(found));
    }
  }
}

/** Sums up a file or a collection. */
function whole(found: readonly Outcome[]): Outcome | undefined {
  const failed = found.filter(({ state }) => state === 'failed');
  const durationMs = found.reduce((sum, each) => sum + each.durationMs, 0);
  const failures = failed.flatMap(({ folders, name, failures: own }) =>
    own.map((text) => `${[...folders, name].join('/')}: ${text}`),
  );
  return found.length === 0
    ? undefined
    : { name: '', folders: [], state: failed.length > 0 ? 'failed' : 'passed', durationMs, failures };
}

function report(run: vscode.TestRun, item: vscode.TestItem, outcome: Outcome | undefined): void {
  if (outcome === undefined || outcome.state === 'skipped') run.skipped(item);
  else if (outcome.state === 'passed') run.passed(item, outcome.durationMs);
  else {
    const messages = outcome.failures.map((text) => {
      const message = new vscode.TestMessage(text);
      if (item.uri !== undefined && item.range !== undefined)
        message.location = new vscode.Location(item.uri, item.range);
      return message;
    });
    run.failed(item, messages.length > 0 ? messages : new vscode.TestMessage('failed'), outcome.durationMs);
  }
}
