/** Detects the type of an upload by its first bytes. Its name and the declared type are ignored. */

export type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'svg';

/** More pixels would take gigabytes to decode, however small the file. */
export const pixelsAtMost = 40_000_000;
export const sideAtMost = 16_000;
/** A larger drawing is usually an embedded photo. */
export const svgAtMostBytes = 500_000;

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte);
const textAt = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

export type PixelKind = Exclude<PictureKind, 'svg'>;

/** Null when the bytes match no pixel format: a drawing, or not an image. */
export function kindOfPixels(bytes: Uint8Array): PixelKind | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (/^GIF8[79]a$/.test(textAt(bytes, 0, 6))) return 'gif';
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP') return 'webp';
  return textAt(bytes, 4, 8) === 'ftyp' && /avi[fs]/.test(textAt(bytes, 8, 64)) ? 'avif' : null;
}

export const isTooLarge = (width: number, height: number): boolean =>
  width > sideAtMost || height > sideAtMost || width * height > pixelsAtMost;

/** CSS widths times screen densities: a product card is 320 wide. Images are never enlarged. */
export const widthsOf = (original: number): number[] => {
  const smaller = [320, 640, 960, 1_280].filter((width) => width < original);
  return smaller.length === 4 ? smaller : [...smaller, original];
};
/** The width served at an address without one. */
export const defaultWidth = (widths: readonly number[]): number =>
  widths.find((width) => width >= 640) ?? widths.at(-1) ?? 0;
