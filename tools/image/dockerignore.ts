/** What .dockerignore keeps out of a build, as Docker reads it: each line is a path from the top, and all below it is kept out too. */
export function readDockerignore(text: string): (path: string) => boolean {
  const lines = text.split('\n').map((line) => line.trim());
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#')).map(expressionOf);
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** `*` and `?` stay within one folder, `**` does not. What takes back (`!`) would let through what lies in a folder that is kept out. */
function expressionOf(line: string): RegExp {
  if (/[![\]\\]/.test(line)) throw new Error(`.dockerignore: ${line} is not understood here`);
  const parts = line.replaceAll(/^\/|\/$/g, '').split(/(\*\*\/|\*\*|\*|\?)/);
  const meaning: Record<string, string> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
  return new RegExp(`^${parts.map((part) => meaning[part] ?? RegExp.escape(part)).join('')}(?:/.*)?$`);
}
