/**
 * A post as a file: lines of `key: value`, then the body. The head is between `<!--` and `-->` before HTML,
 * as in the posts that came with the shop, and between lines of `---` before Markdown. A clean body has no
 * comments, so nothing in it can look like the end of the head.
 */

export type PostFile = { form: 'html' | 'markdown'; head: string; body: string };

const forms = {
  html: /^<!--\r?\n(?:([\s\S]*?)\r?\n)??-->[ \t]*(?:\r?\n([\s\S]*))?$/,
  markdown: /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n([\s\S]*))?$/,
} as const;

/** Null for a file without a head. */
export function splitPostFile(text: string): PostFile | null {
  for (const form of ['html', 'markdown'] as const) {
    const [found, head = '', body = ''] = forms[form].exec(text) ?? [];
    if (found !== undefined) return { form, head, body: body.trim() };
  }
  return null;
}

/** Reads the head's values and problems. A missing key has no value. */
export function readPostHead(
  { form, head }: Pick<PostFile, 'form' | 'head'>,
  knownNames: readonly string[],
): { values: Map<string, string>; complaints: string[] } {
  const values = new Map<string, string>();
  const complaints: string[] = [];
  for (const line of head.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const [, key = '', value = ''] = /^(\w+):(?:[ \t]+(.*))?$/.exec(line) ?? [];
    if (!knownNames.includes(key))
      complaints.push(`the line "${line.slice(0, 100)}" has an unknown key. Use ${knownNames.join(', ')}`);
    else if (values.has(key)) complaints.push(`${key} appears twice`);
    else values.set(key, form === 'markdown' ? unquoted(value.trim()) : value.trim());
  }
  return { values, complaints };
}

/** Other programs quote the values in Markdown files. */
const unquoted = (value: string): string => /^"([^"]*)"$|^'([^']*)'$/.exec(value)?.slice(1).join('') ?? value;

/** `EIN, Taxes`; a JSON list when a tag has a comma. */
export function tagsOf(value: string): string[] {
  const inner = /^\[(.*)\]$/.exec(value)?.[1];
  if (inner === undefined) return value === '' ? [] : value.split(',').map((tag) => tag.trim());
  try {
    const list: unknown = JSON.parse(value);
    if (Array.isArray(list)) return list.map(String);
  } catch {
    // As in Markdown files of other programs, without quotation marks.
  }
  return tagsOf(inner).map(unquoted);
}

const formatTags = (tags: readonly string[]): string =>
  tags.some((tag) => tag.includes(',') || /^[["']/.test(tag)) ? JSON.stringify(tags) : tags.join(', ');

/** The file of a post whose body is clean HTML. */
export function writePostFile(values: Record<string, string>, tags: readonly string[], body: string): string {
  const lines = Object.entries({ ...values, tags: formatTags(tags) }).map(([key, value]) =>
    `${key}: ${value}`.trimEnd(),
  );
  return `<!--\n${lines.join('\n')}\n-->\n${body}\n`;
}
