/** The part of opentype.js that is used: the package brings no types. */
declare module 'opentype.js' {
  export type Glyph = { advanceWidth?: number; unicodes?: number[] };
  export type Font = {
    unitsPerEm: number;
    ascender: number;
    descender: number;
    glyphs: { length: number; get(index: number): Glyph };
    charToGlyph(character: string): Glyph;
    stringToGlyphs(text: string): Glyph[];
    getKerningValue(left: Glyph, right: Glyph): number;
    getAdvanceWidth(text: string, size: number): number;
    getPath(text: string, x: number, y: number, size: number): { toPathData(decimals: number): string };
  };
  export function parse(bytes: ArrayBuffer): Font;
}
