/** The part of `subset-font` that the font tool uses; the package brings no types. */
declare module 'subset-font' {
  type Settings = {
    targetFormat: 'woff2' | 'truetype';
    keepFeatures?: readonly string[];
    keepAllGlyphs?: boolean;
    noHinting?: boolean;
    dropTables?: readonly string[];
    variationAxes?: Record<string, number>;
  };
  export default function subsetFont(font: Buffer, characters: string, settings: Settings): Promise<Buffer>;
}

/** From one wrapping of a font to another; it brings no types either. */
declare module 'fontverter' {
  export function convert(font: Buffer, to: 'woff2' | 'truetype'): Promise<Buffer>;
}
