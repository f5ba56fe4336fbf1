// The command line, started by bin/proxyctl.js. A new command is a file in commands/ and a line here.
import { messageOf } from '../base/errors.ts';
import { joinLauncher } from './launcher-channel.ts';
import { runProgram } from './program.ts';
import { command as app } from './commands/app.ts';
import { command as bypassScan } from './commands/bypass-scan.ts';
import { command as ca } from './commands/ca.ts';
import { command as collection } from './commands/collection.ts';
import { command as curl } from './commands/curl.ts';
import { command as dnsStandby } from './commands/dns-standby.ts';
import { command as docs } from './commands/docs.ts';
import { command as exportTraffic } from './commands/export.ts';
import { command as flow } from './commands/flow.ts';
import { command as importFiles } from './commands/import.ts';
import { command as list } from './commands/list.ts';
import { command as mcp } from './commands/mcp.ts';
import { command as mock } from './commands/mock.ts';
import { command as perf } from './commands/perf.ts';
import { command as proxyGuard } from './commands/proxy-guard.ts';
import { command as renderIcon } from './commands/render-icon.ts';
import { command as replay } from './commands/replay.ts';
import { command as run } from './commands/run.ts';
import { command as send } from './commands/send.ts';
import { command as setup } from './commands/setup.ts';
import { command as show } from './commands/show.ts';
import { command as spec } from './commands/spec.ts';
import { command as status } from './commands/status.ts';
import { command as view } from './commands/view.ts';

const commands = [
  app,
  run,
  status,
  list,
  show,
  curl,
  replay,
  exportTraffic,
  ca,
  setup,
  collection,
  flow,
  send,
  importFiles,
  mock,
  perf,
  spec,
  docs,
  mcp,
  dnsStandby,
  view,
  proxyGuard,
  bypassScan,
  renderIcon,
];

joinLauncher();
surviveClosedOutput(process.stdout);
surviveClosedOutput(process.stderr);
const exitCode = await runProgram(commands, process.argv.slice(2));
process.exitCode ||= exitCode;

// In `proxyctl list | head` a closed output must not end the program before its work is done, but a full disk must be
// reported.
function surviveClosedOutput(output: NodeJS.WriteStream): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'EIO') return;
    process.exitCode = 1;
    if (output === process.stdout)
      process.stderr.write(`error: cannot write the output: ${messageOf(error)}\n`);
  });
}
