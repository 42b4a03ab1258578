/**
 * The fonts of printed invoices, read once and shared. The site's font covers European Latin alphabets. Where
 * a text needs more, such as Vietnamese, Russian or Greek, the whole invoice is set in Noto Sans for a
 * uniform look. Scripts that Noto Sans lacks, such as Arabic or Chinese, come from the fonts of
 * `pdf-scripts.ts`, combined with it into one face.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import { once } from '#kernel/once.ts';
import { subsetsOf } from './pdf-subset.ts';

export type Faces = { display: Font; regular: Font; strong: Font };

/**
 * Speeds up the two expensive steps of a document: word layouts are cached across documents, and glyphs are
 * copied.
 */
function open(specifier: string): Font {
  const file = readFont(specifier);
  const font = create(file) as Font;
  const layout = (text: string, features?: string[]) => font.layout(text, features);
  return Object.assign(Object.create(font), { layout: cachedLayout(layout), createSubset: subsetsOf(file) });
}

const readFont = (specifier: string): Buffer => readFileSync(fileURLToPath(import.meta.resolve(specifier)));

type Run = Pick<ReturnType<Font['layout']>, 'glyphs' | 'positions' | 'advanceWidth'>;
type Layout = (text: string, features?: string[]) => Run;

const cachedWords = 2_000;

function cachedLayout(layout: Layout): Layout {
  const runs = new Map<string, Run>();
  return (text, features) => {
    const key = `${features?.join() ?? ''} ${text}`;
    let run = runs.get(key);
    if (run === undefined) {
      const { glyphs, positions } = layout(text, features);
      run = { glyphs, positions, advanceWidth: 0 };
      if (runs.size >= cachedWords) runs.clear();
      runs.set(key, run);
    }
    return copyOf(run);
  };
}

/** PDFKit scales the positions in place, and asks for the width afterwards. */
const copyOf = ({ glyphs, positions: unscaled }: Run): Run => {
  const positions = unscaled.map((position) => ({ ...position }));
  return {
    glyphs,
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
};

const display = open('@expo-google-fonts/bricolage-grotesque/600SemiBold/BricolageGrotesque_600SemiBold.ttf');
const faces: Faces = {
  display,
  regular: open('@expo-google-fonts/instrument-sans/400Regular/InstrumentSans_400Regular.ttf'),
  strong: open('@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf'),
};
const wideFiles = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  strong: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
};
const wide = once(
  (): Faces => ({
    display,
    regular: open(wideFiles.regular),
    strong: open(wideFiles.strong),
  }),
);

const holds = (font: Font, character: string): boolean =>
  font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

/** Only a document with a letter that Noto Sans lacks loads other fonts. */
export async function facesFor(texts: string[]): Promise<Faces> {
  const signs = new Set(texts.join(''));
  const missingGlyphs = (font: Font): string[] =>
    [...signs].filter((sign) => !holds(font, sign) && !isInvisible(sign));
  if (missingGlyphs(faces.regular).length === 0) return faces;
  const missing = missingGlyphs(wide().regular);
  return missing.length === 0 ? wide() : composed(missing);
}

async function composed(missing: string[]): Promise<Faces> {
  const [{ compositeOf }, { filesFor }] = await Promise.all([
    import('./pdf-composite.ts'),
    import('./pdf-scripts.ts'),
  ]);
  const face = async (file: string, weight: 'regular' | 'strong'): Promise<Font> => {
    const font = compositeOf([readFont(file), ...(await filesFor(missing, weight))]);
    return Object.assign(font, { layout: cachedLayout(font.layout) });
  };
  return {
    display,
    regular: await face(wideFiles.regular, 'regular'),
    strong: await face(wideFiles.strong, 'strong'),
  };
}

/** Marks and format characters print with the preceding letter, or not at all. */
const isInvisible = (sign: string): boolean => /[\p{Cf}\p{Cc}]/u.test(sign);

/** Replaces a letter that none of our fonts covers. */
export const unprintable = '\ufffd';

/**
 * The text as the face can print it. Unsupported marks and format characters are dropped; other unsupported
 * characters are replaced.
 */
export const printable = (text: string, { regular }: Faces): string =>
  [...text]
    .map((sign) => (holds(regular, sign) ? sign : /[\p{M}\p{Cf}\p{Cc}]/u.test(sign) ? '' : unprintable))
    .join('');
