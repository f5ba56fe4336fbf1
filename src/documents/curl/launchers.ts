// Finds curl among the words of a command: after assignments, shell keywords, and programs that start other programs.

const PROGRAM = /^(?:[^]*[\\/])?curl(?:\.exe)?$/i;
/** Words without options that may precede a program. */
const BEFORE = /^(?:[$%>!{]|if|elif|then|else|while|until|do|[A-Za-z_]\w*=[^]*)$/;
/** Programs that start another one, which comes somewhere after their options. */
const LAUNCHER =
  /^(?:[^]*[\\/])?(?:sudo|doas|time|exec|command|builtin|env|nohup|nice|ionice|timeout|watch|xargs|strace|proxychains4?|torsocks|torify|setsid|stdbuf|chronic|docker|podman|nerdctl|docker-compose|kubectl|oc|ssh|bash|sh|zsh|dash|eval)$/;
/** The first line of a file in another format, in which curl is only mentioned. */
const OTHER_FORMAT = /^(?:[{[<%]|---|["']?[\w.$-]+["']?[ \t]*:(?:\s|$)|\w+ \{\s*$)/m;

/** The length of the start of a text that is searched for a command. */
const MAX_CHARS = 100_000;

/** True when the text has a curl command, unless it is a file of another format. */
export function isCurl(text: string): boolean {
  const lines = withoutPrompts(text.slice(0, MAX_CHARS)).replace(/^(?:\s|#[^\n]*(?:\n|$))+/, '');
  const [first = ''] = lines.split('\n', 1);
  return !OTHER_FORMAT.test(first) && startsCurl(lines);
}

/** True when a command of the text seems to start curl. Quotes are not parsed. */
function startsCurl(text: string): boolean {
  const unquoted = text.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) =>
    /^\s*(?:[\w./\\:-]*[\\/])?curl(?:\.exe)?(?:\s|$)/i.test(double ?? single ?? '') ? ' curl ' : '_',
  );
  return unquoted.split(/[\n|;&(`]|\{\s/).some((command) => indexOfCurl(command.trim().split(/\s+/)) >= 0);
}

/** Removes the shell prompts that are copied from a terminal along with commands. */
export function withoutPrompts(text: string): string {
  return text.replace(
    /^(?:PS(?: [A-Za-z]:\\[^>\n]{0,200})?>|[A-Za-z]:\\[^>\n]{0,200}>|\[?[\w.-]{1,60}@[\w.-]{1,60}[: ][^\n$#%]{0,200}[$#%])[ \t]*(?=\S)/gm,
    '',
  );
}

/** Returns the index of curl among the words; -1 when another program is started. */
export function indexOfCurl(words: readonly string[]): number {
  const start = words.findIndex((word) => !BEFORE.test(word));
  const first = words[start] ?? '';
  if (PROGRAM.test(first)) return start;
  return LAUNCHER.test(first) ? words.findIndex((word, index) => index > start && PROGRAM.test(word)) : -1;
}

/** Returns the name of the program that a command starts; null for a mere keyword or assignment. */
export function programOf(words: readonly string[]): string | null {
  return words.find((word) => !BEFORE.test(word) && !/^(?:fi|done|\})$/.test(word)) ?? null;
}

/** Returns the commands that a launcher receives as one word, as in `sh -c 'curl …'`; null for others. */
export function nestedText(words: readonly string[]): string | null {
  const start = words.findIndex((word) => !BEFORE.test(word));
  if (!LAUNCHER.test(words[start] ?? '')) return null;
  return words.slice(start + 1).find((word) => /\s/.test(word) && isCurl(word)) ?? null;
}
