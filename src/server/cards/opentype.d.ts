/** The part of opentype.js that is used: the package brings no types. */
declare module 'opentype.js' {
  export type Font = {
    getAdvanceWidth(text: string, size: number): number;
    getPath(text: string, x: number, y: number, size: number): { toPathData(decimals: number): string };
  };
  export function parse(bytes: ArrayBuffer): Font;
}
