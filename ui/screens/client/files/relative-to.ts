/** Returns a path relative to a folder, with slashes, where it is inside; otherwise the path as it is. */
export function relativeTo(folder: string, path: string): string {
  const begin = /[\\/]$/.test(folder) ? folder : `${folder}${folder.includes('\\') ? '\\' : '/'}`;
  return path.startsWith(begin) ? path.slice(begin.length).replaceAll('\\', '/') : path;
}
