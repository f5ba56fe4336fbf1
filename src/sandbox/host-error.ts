// The error that host functions throw for the script to see.

/** An error that becomes a TypeError with the same message in the script. Scripts see nothing of other errors. */
export class HostError extends Error {}
