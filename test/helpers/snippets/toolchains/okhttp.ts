// The two formats for OkHttp, run with Debian's version 3.13.
import { existsSync } from 'node:fs';
import { okHttp } from '../targets.ts';
import { buildAndRun, writeAll, type Toolchain } from '../toolchain.ts';
import { inUtf8 } from './shell.ts';

const JARS = ['/usr/share/java/okhttp.jar', '/usr/share/java/okio.jar'];

const lacks = async (): Promise<string | null> =>
  Promise.resolve(JARS.every((path) => existsSync(path)) ? null : 'libokhttp-java is not installed');

const limits: Toolchain['limits'] = {
  target: okHttp,
  value: inUtf8,
  adds: ['user-agent'],
  bodyless: ['GET', 'HEAD'],
};

export const javaOkhttp: Toolchain = {
  id: 'java-okhttp',
  by: 'OkHttp',
  programs: ['javac', 'java'],
  version: ['sh', '-c', 'ls /usr/share/java/okhttp-3*.jar'],
  lacks,
  limits,
  run: async (snippets, { folder }) => {
    const classes = snippets.map((text, index) => text.replace('class Main {', `class Main${index} {`));
    const files = await writeAll(folder, classes, (index) => `Main${index}.java`);
    const calls = snippets.map(
      (_, index) => `try { Main${index}.main(args); }
catch (Throwable error) { System.out.println("case ${index}: " + error); }
`,
    );
    const driver = `public class Driver {
public static void main(String[] args) {\n${calls.join('')}System.exit(0);\n}\n}\n`;
    await writeAll(folder, [driver], () => 'Driver.java');
    const path = [...JARS, '.'].join(':');
    const build = ['javac', '-encoding', 'UTF-8', '-cp', path, 'Driver.java', ...files] as const;
    return buildAndRun(folder, build, ['java', '-cp', path, 'Driver']);
  },
};

/** Methods that exist only in OkHttp 4. */
const shim = `package shim
import okhttp3.MediaType
import okhttp3.RequestBody
fun String.toMediaType(): MediaType = MediaType.get(this)
fun ByteArray.toRequestBody(type: MediaType? = null): RequestBody = RequestBody.create(type, this)
`;

export const kotlinOkhttp: Toolchain = {
  id: 'kotlin-okhttp',
  by: 'OkHttp',
  programs: ['kotlinc', 'java'],
  version: ['sh', '-c', 'ls /usr/share/java/okhttp-3*.jar'],
  isSlow: true,
  lacks,
  limits,
  run: async (snippets, { folder }) => {
    const packages = snippets.map((text, index) => `package case${index}\n${asVersion3(text)}`);
    const files = await writeAll(folder, packages, (index) => `case${index}.kt`);
    const calls = snippets.map(
      (_, index) =>
        `try { case${index}.main() } catch (error: Throwable) { println("case ${index}: $error") }\n`,
    );
    const driver = `package driver\nfun main() {\n${calls.join('')}System.exit(0)\n}\n`;
    await writeAll(folder, [driver, shim], (index) => ['driver.kt', 'shim.kt'][index]!);
    const path = JARS.join(':');
    const build = ['kotlinc', '-cp', path, '-d', 'classes', 'driver.kt', 'shim.kt', ...files] as const;
    const run = ['java', '-cp', [path, 'classes', ...KOTLIN].join(':'), 'driver.DriverKt'] as const;
    return buildAndRun(folder, build, run);
  },
};

const KOTLIN = ['/usr/share/java/kotlin-stdlib.jar'];

function asVersion3(text: string): string {
  return text
    .replace('okhttp3.MediaType.Companion.toMediaType', 'shim.toMediaType')
    .replace('okhttp3.RequestBody.Companion.toRequestBody', 'shim.toRequestBody')
    .replace('println(response.code)', 'println(response.code())')
    .replace('println(response.body?.string())', 'println(response.body()?.string())');
}
