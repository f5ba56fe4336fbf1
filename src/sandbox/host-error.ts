// The error that host functions throw for the script to see.

/** Becomes a TypeError with the same message in the script, which sees nothing of other errors. */
export class HostError extends Error {}
