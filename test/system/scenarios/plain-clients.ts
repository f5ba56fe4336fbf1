// Clients of several languages that heed no proxy variable, as commands of a shell.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../helpers/need.ts';
import { isFull } from '../../helpers/scale.ts';

/** Returns a command for each optional client that is installed; it prints what it got. Go compiles its library: full. */
export function compiledClients(folder: string, url: (name: string) => string): readonly string[] {
  const commands: string[] = [];
  if (!isFull) return commands;
  if (findProgram('java') !== undefined) {
    const file = join(folder, 'Main.java');
    writeFileSync(
      file,
      `import java.net.*; public class Main { public static void main(String[] a) throws Exception {
        var in = new URI("${url('java')}").toURL().openConnection(Proxy.NO_PROXY).getInputStream();
        System.out.println(new String(in.readAllBytes())); } }`,
    );
    commands.push(`java ${file}`);
  }
  if (findProgram('go') !== undefined) {
    const file = join(folder, 'main.go');
    writeFileSync(
      file,
      `package main
        import ("fmt"; "io"; "net/http")
        func main() {
          r, err := (&http.Client{Transport: &http.Transport{}}).Get("${url('go')}")
          if err != nil { panic(err) }
          b, _ := io.ReadAll(r.Body); fmt.Println(string(b))
        }`,
    );
    commands.push(`GOFLAGS=-mod=mod GOCACHE=${folder}/go go run ${file}`);
  }
  return commands;
}
