/** Markdown as HTML for a body. What it makes is cleaned like whatever else an author writes. */

/**
 * A heading of the first level belongs to the page: one that the text begins with is the post's title where it has none yet, and goes where it
 * says the same; any other becomes a chapter.
 */
export async function fromMarkdown(text: string, title: string | undefined): Promise<{ html: string; title: string | undefined }> {
  const { Marked } = await import('marked');
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(text);
  const first = tokens.findIndex(({ type }) => type !== 'space');
  const opening = tokens[first];
  const said = opening?.type === 'heading' && opening.depth === 1 ? String(opening.text).trim() : undefined;
  if (said !== undefined && said === (title ?? said)) tokens.splice(first, 1);
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'heading' && token.depth === 1) token.depth = 2;
  });
  return { html: marked.parser(tokens), title: title ?? said };
}
