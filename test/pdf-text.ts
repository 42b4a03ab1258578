/** Returns the searchable text of a PDF, page by page. */
import { extractText, getDocumentProxy } from 'unpdf';

/** Ligatures become letters, and line breaks become spaces. */
export async function textOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text.map((page) => page.normalize('NFKC').replace(/\s+/g, ' '));
}
