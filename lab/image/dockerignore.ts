/**
 * Applies .dockerignore as Docker does: each line is a path from the root, and excludes everything below it.
 */
export function readDockerignore(text: string): (path: string) => boolean {
  const lines = text.split('\n').map((line) => line.trim());
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#')).map(expressionOf);
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/**
 * `*` and `?` match within one folder, `**` across folders. Negation (`!`) is rejected, because it could
 * include files of an excluded folder.
 */
function expressionOf(line: string): RegExp {
  if (/[![\]\\]/.test(line)) throw new Error(`.dockerignore: ${line} is not understood here`);
  const parts = line.replaceAll(/^\/|\/$/g, '').split(/(\*\*\/|\*\*|\*|\?)/);
  const meaning: Record<string, string> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
  return new RegExp(`^${parts.map((part) => meaning[part] ?? RegExp.escape(part)).join('')}(?:/.*)?$`);
}
