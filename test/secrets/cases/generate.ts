// Composes secrets from templates, the same in every run, so that no real or complete one stands in the source.

const ALPHABETS: Readonly<Record<string, string>> = {
  A: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  a: 'abcdefghijklmnopqrstuvwxyz0123456789',
  U: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  h: '0123456789abcdef',
  d: '0123456789',
  w: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
  Q: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
  b: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
};

/** Returns a function that yields numbers from 0 to 1, the same for a seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return ((state >>> 8) & 0xffff) / 0x10000;
  };
}

/** Fills a template such as `ghp_{A36}`: a letter for an alphabet and the number of characters. */
export function generated(template: string, seed: number): string {
  const random = randomNumbers(seed * 7919 + template.length);
  return template.replace(/\{([AaUhdwbQ])(\d+)\}/g, (_, alphabet: string, length: string) =>
    Array.from({ length: Number(length) }, (__, at) => character(ALPHABETS[alphabet]!, at, random)).join(''),
  );
}

/** The ends are letters or digits, as those of real tokens mostly are. */
function character(alphabet: string, at: number, random: () => number): string {
  const chosen = alphabet[Math.floor(random() * alphabet.length)]!;
  return at === 0 && /[-_+/]/.test(chosen) ? 'k' : /[-_]/.test(chosen) && random() < 0.8 ? '7' : chosen;
}
