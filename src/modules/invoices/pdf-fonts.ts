/**
 * The faces of a printed invoice, read once and shared by all of them. The site's own face holds the letters of Europe's Latin alphabets;
 * where a text needs others, such as Vietnamese, Russian or Greek ones, the whole invoice is set in Noto Sans, so that it looks like one.
 */
import { fileURLToPath } from 'node:url';
import { type Font, openSync } from 'fontkit';
import { once } from '#kernel/once.ts';

export type Faces = { display: Font; regular: Font; strong: Font };

const open = (specifier: string): Font => openSync(fileURLToPath(import.meta.resolve(specifier))) as Font;

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
