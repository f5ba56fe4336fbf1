// Formats for compiled languages: all snippets in one program, except for Go, which builds many programs at
// once.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rfc3986, urlStandard, withoutDots, withoutPlainEscapes } from '../targets.ts';
import { buildAndRun, runProgram, succeeds, toolFolder, writeAll, type Toolchain } from '../toolchain.ts';

export const go: Toolchain = {
  id: 'go',
  by: 'Go',
  programs: ['go'],
  version: ['go', 'version'],
  limits: {
    losesEmpty: ['user-agent'],
    target: (target) => (/^\/\/[^?]*(?:%(?![\da-f]{2})|[{}])/i.test(target) ? rfc3986(target) : target),
  },
  run: async (snippets, { folder }) => {
    const packages = snippets.map((text, index) =>
      text.replace('package main', `package case${index}`).replace('func main()', 'func Main()'),
    );
    await writeAll(folder, packages, (index) => `case${index}/main.go`);
    const imports = snippets.map((_, index) => `import "snippets/case${index}"\n`);
    const calls = snippets.map((_, index) => `\tattempt(${index}, case${index}.Main)\n`);
    const driver = `package main\n\nimport "fmt"\n${imports.join('')}${goAttempt}func main() {\n${calls.join('')}}\n`;
    await writeAll(
      folder,
      [driver, 'module snippets\n\ngo 1.19\n'],
      (index) => ['main.go', 'go.mod'][index]!,
    );
    return buildAndRun(folder, ['go', 'build', '-o', 'driver', '.'], ['./driver']);
  },
};

const goAttempt = `
func attempt(index int, run func()) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Printf("case %d: %v\\n", index, fault)
		}
	}()
	run()
}

`;

export const csharpHttpclient: Toolchain = {
  id: 'csharp-httpclient',
  by: 'Mono',
  programs: ['mcs', 'mono'],
  version: ['mono', '--version'],
  isSlow: true,
  limits: {
    losesEmpty: ['accept'],
    target: (target) => withoutPlainEscapes(withoutDots(rfc3986(target))),
    method: (method) => (/^[a-z]+$/i.test(method) ? method.toUpperCase() : method),
    joins: true,
    refuses: ({ headers }) => headers.some(({ value }) => /[^\x00-\x7f]/.test(value)),
  },
  run: async (snippets, { folder }) => {
    const classes = snippets.map((text, index) =>
      text
        .replace('class Program', `class Program${index}`)
        .replace('static async', 'public static async')
        // Mono lacks this way to send more than ASCII.
        .replace(/new SocketsHttpHandler \{.*?\}/, 'new HttpClientHandler { UseCookies = false }'),
    );
    const files = await writeAll(folder, classes, (index) => `Program${index}.cs`);
    const calls = snippets.map(
      (_, index) => `try { Program${index}.Main().Wait(); }
catch (System.Exception error) { System.Console.WriteLine("case ${index}: " + error.GetBaseException().Message); }
`,
    );
    const driver = `class Driver { static void Main() {\n${calls.join('')}} }\n`;
    await writeAll(folder, [driver], () => 'Driver.cs');
    const options = ['-langversion:latest', '-main:Driver', '-r:System.Net.Http.dll', '-out:driver.exe'];
    return buildAndRun(folder, ['mcs', ...options, 'Driver.cs', ...files], ['mono', 'driver.exe']);
  },
};

export const cLibcurl: Toolchain = {
  id: 'c-libcurl',
  by: 'libcurl',
  programs: ['gcc'],
  version: ['curl-config', '--version'],
  lacks: async () =>
    (await succeeds('sh', ['-c', 'echo "#include <curl/curl.h>" | gcc -E -']))
      ? null
      : 'libcurl4-openssl-dev is not installed',
  limits: {},
  run: async (snippets, { folder }) => {
    await writeAll(folder, snippets, (index) => `case${index}.c`);
    const parts = snippets.map(
      (_, index) => `#define main main${index}\n#include "case${index}.c"\n#undef main\n`,
    );
    const calls = snippets.map(
      (_, index) => `if (main${index}() != 0) printf("case ${index}: failed\\n");\n`,
    );
    await writeAll(
      folder,
      [`${parts.join('')}int main(void) {\n${calls.join('')}return 0;\n}\n`],
      () => 'driver.c',
    );
    // With trigraphs, which the standard had up to C23.
    const options = ['-trigraphs', '-Wall', '-Werror', '-o', 'driver', 'driver.c', '-lcurl'];
    return buildAndRun(folder, ['gcc', ...options], ['./driver']);
  },
};

/** The folder of the sources of Debian's Rust packages. */
const CRATES = '/usr/share/cargo/registry';

export const rustReqwest: Toolchain = {
  id: 'rust-reqwest',
  by: 'reqwest',
  programs: ['cargo', 'rustc'],
  version: ['sh', '-c', `ls -d ${CRATES}/reqwest-*`],
  isSlow: true,
  lacks: async () => Promise.resolve(existsSync(CRATES) ? null : 'librust-reqwest-dev is not installed'),
  limits: {
    target: urlStandard,
    adds: ['accept'],
    // Before 1.0, the http crate accepts fewer characters in a method than RFC 9110 allows.
    refuses: ({ method }) => method.includes('`'),
  },
  run: async (snippets, { folder }) => {
    const modules = snippets.map((text) => text.replace('async fn main', 'pub async fn main'));
    await writeAll(folder, modules, (index) => `src/case${index}.rs`);
    const uses = snippets.map((_, index) => `mod case${index};\n`);
    const calls = snippets.map(
      (_, index) => `if let Err(error) = case${index}::main() { println!("case ${index}: {}", error); }\n`,
    );
    const driver = `${uses.join('')}fn main() {\n${calls.join('')}}\n`;
    const files = ['src/main.rs', 'Cargo.toml', '.cargo/config.toml'];
    await writeAll(folder, [driver, cargoManifest, cargoConfig], (index) => files[index]!);
    const env = toolFolder === '' ? {} : { CARGO_TARGET_DIR: join(toolFolder, 'rust-target') };
    return (await runProgram('cargo', ['run', '--quiet', '--offline'], folder, env)).output;
  },
};

const cargoManifest = `[package]
name = "snippets"
version = "0.1.0"
edition = "2021"

[dependencies]
reqwest = { version = "*", default-features = false }
tokio = { version = "1", features = ["rt-multi-thread", "macros"] }
`;

const cargoConfig = `[source.crates-io]
replace-with = "debian"

[source.debian]
directory = "${CRATES}"
`;
