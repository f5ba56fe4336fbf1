// A proxy with all debugging tools, and curl as its client.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PausedQueue } from '../../src/tools/paused/index.ts';
import { ScriptLog } from '../../src/tools/script-log.ts';
import { ToolSet } from '../../src/tools/tool-set.ts';
import type { ToolNotice, ToolServices } from '../../src/tools/contract.ts';
import { readRecording } from '../../src/traffic/recordings.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from './engine.ts';

const runFile = promisify(execFile);

export const CURL_PROTOCOLS = ['HTTP/1.1', 'HTTP/1.1 in TLS', 'HTTP/2'] as const;
export type CurlProtocol = (typeof CURL_PROTOCOLS)[number];

const LANE_OPTIONS: Readonly<Record<CurlProtocol, readonly string[]>> = {
  'HTTP/1.1': [],
  'HTTP/1.1 in TLS': ['--http1.1'],
  'HTTP/2': ['--http2'],
};

export interface CurlAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export interface ToolProxy extends AsyncDisposable {
  readonly proxy: TestEngine;
  readonly tools: ToolSet;
  readonly services: ToolServices;
  readonly notices: readonly ToolNotice[];
  /** Sends a request with curl through the proxy; rejects with curl's error when there is no response. */
  curl(pair: CurlProtocol, url: string, ...options: readonly string[]): Promise<CurlAnswer>;
  /** Turns off every tool, and deletes rules and flows. */
  reset(): void;
}

export async function startToolProxy(options: TestEngineOptions = {}): Promise<ToolProxy> {
  const notices: ToolNotice[] = [];
  const services: ToolServices = {
    scriptLog: new ScriptLog(),
    paused: new PausedQueue(),
    notify: (notice) => void notices.push(notice),
    color: (flow, color) => (flow.color = color),
    readRecording,
    maxBodyBytes: () => options.maxCapturedBodyBytes ?? 10 * 1024 * 1024,
  };
  const tools = new ToolSet(services);
  const proxy = await startTestEngine({ hooks: tools.hooks, ...options });
  return {
    proxy,
    tools,
    services,
    notices,
    async curl(pair, url, ...more) {
      const via = ['-sS', '-i', '--max-time', '20', '-x', proxy.url, '--cacert', proxy.engine.ca.certPath];
      const { stdout } = await runFile('curl', [...via, ...LANE_OPTIONS[pair], ...more, url], {
        encoding: 'latin1',
        maxBuffer: 64 * 1024 * 1024,
      });
      return readAnswer(stdout);
    },
    reset() {
      for (const { tool, rules } of tools.list()) {
        tools.setEnabled(tool, false);
        for (const { id } of rules) tools.remove(tool, id);
      }
      proxy.engine.flows.clear();
      notices.length = 0;
    },
    async [Symbol.asyncDispose]() {
      await proxy.close();
      await tools.close();
    },
  };
}

/** Parses the output of `curl -i`: a response to CONNECT and 1xx if there are any, then head and body. */
function readAnswer(text: string): CurlAnswer {
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n') + 4;
    const head = rest.slice(0, end);
    rest = rest.slice(end);
    const status = Number(head.split(' ')[1]);
    const isTunnel = head.startsWith('HTTP/1.1 200 Connection Established');
    if (status >= 200 && !isTunnel) return { status, head, body: rest };
  }
}
