// `proxyctl run`: runs the capture proxy without the app, for a terminal, a script or CI.
import type { Command, OptionValues } from '@commander-js/extra-typings';
import { defaultPort } from '../../base/default-port.ts';
import { defineCommand } from '../command.ts';
import type { McpOptions, RunOptions } from '../run/options.ts';
import type { CassetteFlags } from '../run/read-cassette.ts';
import type { OutputFlags } from '../run/read-outputs.ts';

const collect = (value: string, values: readonly string[]): readonly string[] => [...values, value];
const none: readonly string[] = [];

export const command = defineCommand({
  name: 'run',
  summary: 'Capture traffic until interrupted, or while a command runs',
  examples: [
    ["proxyctl run --ssl '*' -- npm test", 'capture the traffic of a test suite, decrypted'],
    [
      'proxyctl run --ssl api.example.com --record out.har --fail-on-error -- ./check.sh',
      'record it, and fail when a request does',
    ],
  ],
  wrapsCommand: true,
  configure: (c) => checkOptions(reportOptions(outputOptions(cassetteOptions(captureOptions(c))))),
  action: async (command, options) => {
    const { runOptions } = await import('../run/read-options.ts');
    const read = await runOptions(command[0], options);
    const code = read.mcp?.isAlone === true ? await throughApp(read, read.mcp) : null;
    return code ?? (await import('../run/run.ts')).run(read);
  },
});

/** Resolves with null when no app takes the messages of the command. Without the engine, it takes half of the memory. */
async function throughApp(options: RunOptions, mcp: McpOptions): Promise<number | null> {
  const { runThroughApp } = await import('../run/through-app.ts');
  return runThroughApp(options, mcp);
}

/** Options for what is captured, and how. */
function captureOptions(c: Command) {
  return c
    .argument(
      '[command...]',
      'behind --: a command to run with proxy and certificate set; arguments of --browser',
    )
    .usage('[options] [-- command [args...]]')
    .passThroughOptions()
    .option('--port <n>', `port to listen on, 0 for any free one (default ${defaultPort})`)
    .option(
      '--ssl <host>',
      'decrypt HTTPS of matching hosts; * and ? are wildcards; repeatable',
      collect,
      none,
    )
    .option('--ssl-app <name>', 'decrypt all HTTPS of this app; repeatable', collect, none)
    .option(
      '--insecure <host>',
      'accept any certificate of matching servers; * and ? are wildcards; repeatable',
      collect,
      none,
    )
    .option('--settings <file>', 'JSON file with settings; the options here win over it')
    .option('--tools <file>', 'JSON file with rules of debugging tools, and which of them are on')
    .option('--mock <file>', 'answer from a recording, HAR or session, instead of the network')
    .option('--keylog <path>', 'write TLS keys, in SSLKEYLOGFILE format')
    .option(
      '--browser <name>',
      'start a browser with a fresh profile that trusts the proxy: chromium or firefox',
    )
    .option(
      '--transparent',
      'lead every TCP connection of the command here, also of programs that ignore proxies (Linux)',
    )
    .option(
      '--mcp [name]',
      'the command is an MCP server on standard input and output: record its messages, under this name',
    )
    .option('--no-mcp', 'leave standard input and output to the command, whatever passes there')
    .option('--all-interfaces', 'let other devices use the proxy');
}

/** Options for a recording that answers. */
function cassetteOptions<Args extends unknown[], Options extends OptionValues>(
  c: Command<Args, Options>,
): Command<Args, Options & Typed<CassetteFlags>> {
  c.option(
    '--cassette <file>',
    'answer known requests from this file, HAR or session, and record the others in it; decrypts HTTPS of all hosts unless --ssl or --ssl-app is given',
  )
    .addOption(
      c
        .createOption(
          '--cassette-mode <mode>',
          'auto (default); replay refuses unknown requests and exits with 1; record asks the servers for everything',
        )
        .choices(['auto', 'replay', 'record'] as const),
    )
    .option(
      '--cassette-ignore <name>',
      'a parameter of URLs and field of bodies that may differ from the recorded one; repeatable',
      collect,
      none,
    );
  return c as unknown as Command<Args, Options & Typed<CassetteFlags>>;
}

/**
 * Options for what is written elsewhere while exchanges finish. Typed by hand: what the library infers grows with each
 * option, until the compiler gives up.
 */
function outputOptions<Args extends unknown[], Options extends OptionValues>(
  c: Command<Args, Options>,
): Command<Args, Options & Typed<OutputFlags>> {
  c.option(
    '--ndjson <path>',
    'append each exchange to a file as a line of JSON when it ends, - for standard output',
  )
    .option('--otlp <url>', 'send each exchange to an OpenTelemetry collector as a span, over OTLP/HTTP')
    .option(
      '--otlp-header <header>',
      'NAME:VALUE that is sent to the collector, such as the key of an API; repeatable',
      collect,
      none,
    )
    .option('--otlp-service <name>', 'service.name of the spans (default proxyctl)')
    .option('--autosave <folder>', 'write the traffic to files in this folder, a new one from time to time')
    .option('--autosave-format <format>', 'session, har, ndjson or csv (default session)')
    .option('--autosave-filter <filter>', 'write only what this filter finds, such as status:5xx')
    .option('--autosave-files <n>', 'keep this many files, the newest (default 24)')
    .option('--autosave-minutes <n>', 'begin a new file after this time (default 60)')
    .option('--autosave-size <size>', 'begin a new file at this size, such as 100mb (default 256mb)');
  return c as unknown as Command<Args, Options & Typed<OutputFlags>>;
}

/** An interface in the form that the library takes. */
type Typed<T> = { readonly [K in keyof T]: T[K] };

/** Options for the recording, the reports and the printed lines. */
function reportOptions<Args extends unknown[], Options extends OptionValues>(c: Command<Args, Options>) {
  return c
    .option(
      '--record <path>',
      'save the traffic when the run ends: HAR if the path ends in .har, else a session',
    )
    .option(
      '--redact',
      'leave tokens, cookies, passwords and keys out of the recording, other outputs and printed lines',
    )
    .option('--report <path>', 'write a report in Markdown when the run ends')
    .option('--report-json <path>', 'write the report as JSON')
    .option('--report-junit <path>', 'write the report as JUnit XML')
    .option('--report-sarif <path>', 'write the report as SARIF 2.1.0')
    .option('--report-html <path>', 'write the report as one HTML file')
    .option('--duration <seconds>', 'stop after this long')
    .option('--quiet', 'do not print each request')
    .option(
      '--log <path>',
      'file for the lines of requests, - for standard output (default: standard error with a command)',
    );
}

/** Options that make the run fail. */
function checkOptions<Args extends unknown[], Options extends OptionValues>(c: Command<Args, Options>) {
  return c
    .option('--fail-on-5xx', 'exit with 1 after any server error')
    .option('--fail-on-error', 'exit with 1 after any 4xx, 5xx or failed request')
    .option('--fail-on-secrets', 'exit with 1 after any secret of high severity')
    .option('--secrets-allow <file>', 'fingerprints of secrets that are accepted, one a line')
    .addOption(
      c
        .createOption(
          '--fail-on-schema-change [kind]',
          'exit with 1 when the JSON of an endpoint changed its shape; with breaking, additions do not count',
        )
        .choices(['any', 'breaking'] as const),
    )
    .option('--spec <file>', 'compare what servers and clients say with this OpenAPI or Swagger file')
    .option(
      '--fail-on-agent <condition>',
      'exit with 1 when a run of an AI agent meets it: cost>0.50, tokens>50000, steps>40, errors>0, tool:delete_*; repeatable',
      collect,
      none,
    )
    .option(
      '--agent-baseline <file>',
      'exit with 1 when agents call other tools or models than this file says, or take many more tokens; it is made by the first run',
    )
    .option('--fail-on-contract', 'exit with 1 when an exchange does not fit the file of --spec')
    .option(
      '--schema-baseline <file>',
      'compare the JSON of endpoints with this file; it is made by the first run',
    );
}
