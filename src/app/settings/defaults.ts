// Defaults that are needed without settings, too: code that starts without any must not load the schema.
export { defaultPort } from '../../base/default-port.ts';
export const defaultMaxCapturedBodyBytes = 10 * 1024 * 1024;
export const defaultMemoryBudgetBytes = 256 * 1024 * 1024;
export const defaultDiskBudgetBytes = 4 * 1024 * 1024 * 1024;
