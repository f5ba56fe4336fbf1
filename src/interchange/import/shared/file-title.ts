// Names for objects whose file does not name them.

/** Returns the file name without its extensions, or `fallback` when nothing is left. */
export function fileTitle(file: string, fallback: string): string {
  return file.replace(/(?:\.postman_\w+)?\.(?:json|ya?ml|har|txt)$/i, '') || fallback;
}
