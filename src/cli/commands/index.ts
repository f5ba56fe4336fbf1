// The commands in the order of the help, and the internal commands that only the app and the build start.
import type { CommandSection } from '../command.ts';
import { command as agents } from './agents.ts';
import { command as app } from './app.ts';
import { command as bypassScan } from './bypass-scan.ts';
import { command as ca } from './ca.ts';
import { command as collection } from './collection.ts';
import { command as completion } from './completion.ts';
import { command as curl } from './curl.ts';
import { command as dnsStandby } from './dns-standby.ts';
import { command as docs } from './docs.ts';
import { command as doctor } from './doctor.ts';
import { command as exportTraffic } from './export.ts';
import { command as flow } from './flow.ts';
import { command as importFiles } from './import.ts';
import { command as list } from './list.ts';
import { command as mcp } from './mcp.ts';
import { command as mock } from './mock.ts';
import { command as newFile } from './new.ts';
import { command as perf } from './perf.ts';
import { command as proxyGuard } from './proxy-guard.ts';
import { command as renderIcon } from './render-icon.ts';
import { command as replay } from './replay.ts';
import { command as report } from './report.ts';
import { command as run } from './run.ts';
import { command as schema } from './schema.ts';
import { command as send } from './send.ts';
import { command as setup } from './setup.ts';
import { command as show } from './show.ts';
import { command as spec } from './spec.ts';
import { command as status } from './status.ts';
import { command as stop } from './stop.ts';
import { command as updateCheck } from './update-check.ts';
import { command as view } from './view.ts';

export const sections: readonly CommandSection[] = [
  { title: 'Capture', commands: [run, app, stop, setup, ca, bypassScan] },
  { title: 'Captured traffic', commands: [list, show, curl, replay, exportTraffic, status, view, agents] },
  {
    title: 'API client',
    commands: [send, collection, report, flow, newFile, schema, importFiles, docs, spec],
  },
  { title: 'Servers and load', commands: [mock, perf] },
  { title: 'Assistants', commands: [mcp] },
  { title: 'Help', commands: [doctor, completion, updateCheck] },
  { title: null, commands: [dnsStandby, proxyGuard, renderIcon] },
];
