// What a host function throws for the script to see.

/** Becomes a TypeError with the same message in the script; all else that is thrown is hidden from it. */
export class HostError extends Error {}
