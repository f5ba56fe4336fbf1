// Reads a Dockerfile into its stages, as far as ours goes: no here-documents, no escapes but at the ends of lines.

export interface Instruction {
  /** Such as `RUN`. */
  readonly name: string;
  readonly text: string;
}

export interface Stage {
  /** `AS name`; the last one has none. */
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

/** Returns the stages, with the arguments of the build put in. */
export function stagesOf(dockerfile: string, args: Readonly<Record<string, string>>): readonly Stage[] {
  const lines = dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: { name: string | null; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`not an instruction: ${line}`);
    const text = rest.replaceAll(/\$\{(\w+)\}/g, (whole, key: string) => args[key] ?? whole);
    if (name === 'FROM') stages.push({ name: / AS (\S+)$/.exec(text)?.[1] ?? null, instructions: [] });
    else stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

/** Returns the words of an instruction in the form of a list, such as `CMD ["run"]`. */
export function wordsOf(stage: Stage, name: string): readonly string[] {
  const found = stage.instructions.find((each) => each.name === name);
  const list = /(\[.*\])$/.exec(found?.text ?? '')?.[1];
  if (list === undefined) throw new Error(`${name} is not a list of words`);
  return JSON.parse(list) as readonly string[];
}
