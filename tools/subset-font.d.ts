/** Types for the part of `subset-font` that we use; the published types are for an older version. */
declare module 'subset-font' {
  type Whole = {
    keepAllGlyphs: true;
    targetFormat: 'truetype';
    noHinting: true;
    variationAxes: Record<string, number>;
  };
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; keepFeatures: string[] },
  ): Promise<Buffer>;
  export default function subsetFont(font: Buffer, text: undefined, options: Whole): Promise<Buffer>;
}
