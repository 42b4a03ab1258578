/** What a reader of a PDF can find and copy: its text, page by page. */
import { extractText, getDocumentProxy } from 'unpdf';

/** Ligatures are letters, and it does not matter where a line ends. */
export async function textOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text.map((page) => page.normalize('NFKC').replace(/\s+/g, ' '));
}
