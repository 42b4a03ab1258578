/**
 * The faces of a printed invoice, read once and shared by all of them. The site's own face holds the letters of Europe's Latin alphabets;
 * where a text needs others, such as Vietnamese, Russian or Greek ones, the whole invoice is set in Noto Sans, so that it looks like one.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import { once } from '#kernel/once.ts';
import { subsetsOf } from './pdf-subset.ts';

export type Faces = { display: Font; regular: Font; strong: Font };

/** A face with the two dear steps of a document made cheap: layouts of words are cached across documents, glyphs are copied. */
function open(specifier: string): Font {
  const file = readFileSync(fileURLToPath(import.meta.resolve(specifier)));
  const font = create(file) as Font;
  return Object.assign(Object.create(font), { layout: cachedLayout(font), createSubset: subsetsOf(file) });
}

type Run = Pick<ReturnType<Font['layout']>, 'glyphs' | 'positions' | 'advanceWidth'>;

const cachedWords = 2_000;

function cachedLayout(font: Font): (text: string, features?: string[]) => Run {
  const runs = new Map<string, Run>();
  return (text, features) => {
    const key = `${features?.join() ?? ''} ${text}`;
    let run = runs.get(key);
    if (run === undefined) {
      const { glyphs, positions } = font.layout(text, features);
      run = { glyphs, positions, advanceWidth: 0 };
      if (runs.size >= cachedWords) runs.clear();
      runs.set(key, run);
    }
    return copyOf(run);
  };
}

/** PDFKit multiplies the positions by its own scale where they stand, and asks for the width afterwards. */
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
const own: Faces = {
  display,
  regular: open('@expo-google-fonts/instrument-sans/400Regular/InstrumentSans_400Regular.ttf'),
  strong: open('@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf'),
};
const wide = once(
  (): Faces => ({
    display,
    regular: open('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    strong: open('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
  }),
);

const holds = (font: Font, character: string): boolean => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

export const facesFor = (texts: string[]): Faces => ([...texts.join('')].every((sign) => holds(own.regular, sign)) ? own : wide());

/** Stands for a letter that no face of ours holds. */
export const unprintable = '\ufffd';

/** The text as the face can set it. What only changes the letter before it is left out where it is unknown. */
export const printable = (text: string, { regular }: Faces): string =>
  [...text].map((sign) => (holds(regular, sign) ? sign : /[\p{M}\p{Cf}\p{Cc}]/u.test(sign) ? '' : unprintable)).join('');
