// Systems that start a run: a command line, a shell script, and systems for continuous integration.

export const CI_SYSTEMS = ['command', 'shell', 'github', 'gitlab'] as const;
export type CiSystem = (typeof CI_SYSTEMS)[number];
