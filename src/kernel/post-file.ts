/**
 * A post as a file: lines of `key: value`, then the body. Between `<!--` and `-->` they stand before HTML, as in the posts that came with the
 * shop; between lines of `---` before Markdown. A clean body has no comments, so nothing in it can look like the end of its head.
 */

export type PostFile = { form: 'html' | 'markdown'; head: string; body: string };

const forms = {
  html: /^<!--\r?\n(?:([\s\S]*?)\r?\n)??-->[ \t]*(?:\r?\n([\s\S]*))?$/,
  markdown: /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n([\s\S]*))?$/,
} as const;

/** Null for what has no head. */
export function splitPostFile(text: string): PostFile | null {
  for (const form of ['html', 'markdown'] as const) {
    const [found, head = '', body = ''] = forms[form].exec(text) ?? [];
    if (found !== undefined) return { form, head, body: body.trim() };
  }
  return null;
}

/** What stands in the head, and what is wrong with it. A key that is left out is not among the values. */
export function readPostHead(
  { form, head }: Pick<PostFile, 'form' | 'head'>,
  known: readonly string[],
): { values: Map<string, string>; complaints: string[] } {
  const values = new Map<string, string>();
  const complaints: string[] = [];
  for (const line of head.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const [, key = '', value = ''] = /^(\w+):(?:[ \t]+(.*))?$/.exec(line) ?? [];
    if (!known.includes(key)) complaints.push(`the line "${line.slice(0, 100)}" is none of ${known.join(', ')}`);
    else if (values.has(key)) complaints.push(`${key} stands there twice`);
    else values.set(key, form === 'markdown' ? unquoted(value.trim()) : value.trim());
  }
  return { values, complaints };
}

/** Other programs put values of Markdown files into quotation marks. */
const unquoted = (value: string): string => /^"([^"]*)"$|^'([^']*)'$/.exec(value)?.slice(1).join('') ?? value;

/** `EIN, Taxes`; a list as JSON has it where a tag has a comma in it. */
export function tagsOf(value: string): string[] {
  const inner = /^\[(.*)\]$/.exec(value)?.[1];
  if (inner === undefined) return value === '' ? [] : value.split(',').map((tag) => tag.trim());
  try {
    const list: unknown = JSON.parse(value);
    if (Array.isArray(list)) return list.map(String);
  } catch {
    // As Markdown files of other programs have it, without quotation marks.
  }
  return tagsOf(inner).map(unquoted);
}

const sayTags = (tags: readonly string[]): string =>
  tags.some((tag) => tag.includes(',') || /^[["']/.test(tag)) ? JSON.stringify(tags) : tags.join(', ');

/** The file of a post whose body is clean HTML. */
export function writePostFile(values: Record<string, string>, tags: readonly string[], body: string): string {
  const lines = Object.entries({ ...values, tags: sayTags(tags) }).map(([key, value]) => `${key}: ${value}`.trimEnd());
  return `<!--\n${lines.join('\n')}\n-->\n${body}\n`;
}
