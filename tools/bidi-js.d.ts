/** What we use of `bidi-js`, which brings no types. */
declare module 'bidi-js' {
  type Levels = { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] };
  export default function bidiFactory(): { getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl'): Levels };
}
