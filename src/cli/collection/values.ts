// Numbers of options, read strictly.

/** A whole number in a range. Throws an Error that names the option. */
export function amount(option: string, text: string, least: number, most: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new Error(
    `${option} ${JSON.stringify(text.slice(0, 100))} is no number that can be used: give one from ${least} to ${most}`,
  );
}
