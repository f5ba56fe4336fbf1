// What to call a thing whose file does not name it.

/** The file's name without its endings; `usual` where nothing is left. */
export function fileTitle(file: string, fallback: string): string {
  return file.replace(/(?:\.postman_\w+)?\.(?:json|ya?ml|har|txt)$/i, '') || fallback;
}
