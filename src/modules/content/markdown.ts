/** Converts Markdown to HTML for a body. The result is sanitized like all other author input. */

/**
 * Level-1 headings belong to the page. One at the start of the text becomes the title if the post has none,
 * and is dropped if it repeats the title. Any other becomes a level-2 heading.
 */
export async function fromMarkdown(
  text: string,
  title: string | undefined,
): Promise<{ html: string; title: string | undefined }> {
  const { Marked } = await import('marked');
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(text);
  const first = tokens.findIndex(({ type }) => type !== 'space');
  const opening = tokens[first];
  const headingText =
    opening?.type === 'heading' && opening.depth === 1 ? String(opening.text).trim() : undefined;
  if (headingText !== undefined && headingText === (title ?? headingText)) tokens.splice(first, 1);
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'heading' && token.depth === 1) token.depth = 2;
  });
  return { html: marked.parser(tokens), title: title ?? headingText };
}
