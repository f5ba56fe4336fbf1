// The code inside the single executable. It unpacks the program, and runs it as Node.js would: `bin/proxyctl.js` with
// the arguments of the command, or the script of ours that comes first among them (src/base/own-command.ts).
import { sep } from 'node:path';
import { getAsset, getRawAsset } from 'node:sea';
import { pathToFileURL } from 'node:url';
import { constants, runInThisContext } from 'node:vm';
import { unpacked } from './unpack.ts';

try {
  const folder = unpacked({
    hash: getAsset('hash', 'utf8'),
    archive: () => new Uint8Array(getRawAsset('archive')),
  });
  const [program = '', , ...args] = process.argv;
  const isScript = args[0]?.startsWith(folder + sep) === true;
  process.argv = isScript ? [program, ...args] : [program, `${folder}${sep}bin${sep}proxyctl.js`, ...args];
  // `import` of embedded code finds built-in modules only, and `require` no module that awaits; this one finds files.
  const imported = runInThisContext(`import(${JSON.stringify(pathToFileURL(process.argv[1]!).href)})`, {
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }) as Promise<unknown>;
  imported.catch(fail);
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
