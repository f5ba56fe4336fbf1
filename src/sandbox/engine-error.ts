/** The engine is out of memory or has failed, and cannot continue. */
export class EngineError extends Error {}
