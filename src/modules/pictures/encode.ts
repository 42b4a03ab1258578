/**
 * Pixels in, AVIF and WebP out. Every picture is made anew from its pixels: what else lay in the file, such as a place, a script or a second
 * file, is gone. Takes seconds, so it runs as a job, one at a time; the package is loaded with the first picture.
 */
import type { Sharp } from 'sharp';
import { isTooLarge, type PictureKind, pixelsAtMost, usualWidth, widthsOf } from './rules.ts';

/** Of one step. A photograph of 40 megapixels takes some two; libvips works in threads of its own, not in the event loop. */
const secondsAtMost = 60;

async function open(bytes: Uint8Array, limitInputPixels: number | false = pixelsAtMost): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // One core at most, and nothing kept: the shop's memory is for its customers.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp(bytes, { limitInputPixels, sequentialRead: true, failOn: 'error' }).timeout({ seconds: secondsAtMost });
}

export type Size = { width: number; height: number };

/** `too_large`, or `broken` for what cannot be read or is no picture of the kind that its first bytes promise. */
export async function measure(bytes: Uint8Array, kind: PictureKind): Promise<Size | 'too_large' | 'broken'> {
  try {
    // Reads the head of the file and unpacks nothing, so that a size is known before it is judged.
    const { format, width = 0, height = 0 } = await (await open(bytes, false)).metadata();
    if (isTooLarge(width, height)) return 'too_large';
    const found = format === 'heif' ? 'avif' : format;
    return found === kind && width > 0 && height > 0 ? { width, height } : 'broken';
  } catch {
    return 'broken';
  }
}

export type Variant = { suffix: string; contentType: string; content: Uint8Array };

/** The usual size twice: under the plain name too. Rejects when the pixels cannot be read. */
export async function makeVariants(bytes: Uint8Array): Promise<Variant[]> {
  const source = await open(bytes);
  const upright = await source
    .autoOrient()
    .toColorspace('srgb')
    .resize({ width: 1_280, withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true });
  const widths = widthsOf(upright.info.width);
  const variants: Variant[] = [];
  for (const width of widths) {
    const sized = (await open(upright.data)).resize({ width });
    const avif = await sized.clone().avif({ quality: 55, effort: 4 }).toBuffer();
    const webp = await sized.clone().webp({ quality: 78 }).toBuffer();
    const names = width === usualWidth(widths) ? [`-${width}`, ''] : [`-${width}`];
    for (const name of names)
      variants.push(
        { suffix: `${name}.avif`, contentType: 'image/avif', content: avif },
        { suffix: `${name}.webp`, contentType: 'image/webp', content: webp },
      );
  }
  return variants;
}
