// Formats for interpreted languages: all snippets in one process; each can fail alone.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ascii, rfc3986, upperHex, urlStandard } from '../targets.ts';
import { runEach, runProgram, succeeds, toolFolder, writeAll, type Toolchain } from '../toolchain.ts';

function driven(program: string, extension: string, driver: string): Toolchain['run'] {
  return async (snippets, { folder }) => {
    await writeAll(folder, snippets, (index) => `${index}.${extension}`);
    const [file = ''] = await writeAll(folder, [driver], () => `driver.${extension}`);
    return (await runProgram(program, [file, String(snippets.length)], folder)).output;
  };
}

const runPython = driven(
  'python3',
  'py',
  `import sys
for index in range(int(sys.argv[1])):
    name = '%d.py' % index
    try:
        with open(name, 'rb') as file:
            exec(compile(file.read(), name, 'exec'), {'__name__': '__main__'})
    except Exception as error:
        print('case %d: %s: %s' % (index, type(error).__name__, error))
`,
);

export const python: Toolchain = {
  id: 'python',
  by: 'requests',
  programs: ['python3'],
  version: ['python3', '-c', 'import requests; print(requests.__version__)'],
  lacks: async () =>
    (await succeeds('python3', ['-c', 'import requests'])) ? null : 'python3-requests is not installed',
  limits: {
    target: (target) => upperHex(rfc3986(target)).replace(/\?$/, ''),
    joins: true,
    adds: ['user-agent'],
    json: true,
  },
  run: runPython,
};

export const pythonHttpClient: Toolchain = {
  id: 'python-http-client',
  by: 'Python',
  programs: ['python3'],
  version: ['python3', '--version'],
  limits: { target: ascii },
  run: runPython,
};

const runNode = driven(
  process.execPath,
  'mjs',
  `for (let index = 0; index < Number(process.argv[2]); index += 1) {
  try {
    await import(\`./\${index}.mjs\`);
  } catch (error) {
    console.log(\`case \${index}: \${error} \${error.cause ?? ''}\`);
  }
}
`,
);

export const javascript: Toolchain = {
  id: 'javascript',
  by: 'Node',
  programs: [],
  version: ['node', '--version'],
  limits: {
    target: urlStandard,
    method: (method) =>
      /^(?:delete|get|head|options|patch|post|put)$/i.test(method) ? method.toUpperCase() : method,
    joins: true,
    drops: ['__proto__'],
    adds: ['accept', 'accept-language', 'cache-control', 'pragma', 'sec-fetch-mode', 'user-agent'],
    bodyless: ['GET', 'HEAD'],
    json: true,
  },
  run: runNode,
};

const AXIOS = join(toolFolder, 'node_modules', 'axios');

export const nodeAxios: Toolchain = {
  id: 'node-axios',
  by: 'Axios',
  programs: [],
  version: ['node', '-p', `require(${JSON.stringify(join(AXIOS, 'package.json'))}).version`],
  lacks: async () =>
    Promise.resolve(toolFolder !== '' && existsSync(AXIOS) ? null : 'axios is not installed'),
  limits: {
    target: (target) => urlStandard(target).replace(/\?$/, ''),
    method: (method) => method.toUpperCase(),
    joins: true,
    drops: ['__proto__', 'constructor'],
    json: true,
  },
  run: async (snippets, setup) => {
    const entry = JSON.stringify(join(AXIOS, 'index.js'));
    return runNode(
      snippets.map((text) => text.replace("from 'axios'", `from ${entry}`)),
      setup,
    );
  },
};

export const phpCurl: Toolchain = {
  id: 'php-curl',
  by: 'PHP',
  programs: ['php'],
  version: ['php', '--version'],
  lacks: async () =>
    (await succeeds('php', ['-r', 'exit(function_exists("curl_init") ? 0 : 1);']))
      ? null
      : 'php-curl is not installed',
  limits: {},
  run: async (snippets, setup) => runEach('php', 'run.php', snippets, setup),
};

export const rubyNetHttp: Toolchain = {
  id: 'ruby-net-http',
  by: 'Ruby',
  programs: ['ruby'],
  version: ['ruby', '--version'],
  limits: { joins: true, adds: ['content-type'] },
  run: driven(
    'ruby',
    'rb',
    `ARGV[0].to_i.times do |index|
  load "./#{index}.rb"
rescue StandardError, ScriptError => error
  puts "case #{index}: #{error.class}: #{error.message}"
end
`,
  ),
};
