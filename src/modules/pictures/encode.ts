/**
 * Encodes images as AVIF and WebP. Every image is rebuilt from its pixels, which drops location data,
 * scripts, and appended files. Takes seconds, so it runs as a job, one at a time. The package is loaded with
 * the first image.
 */
import type { Sharp } from 'sharp';
import { isTooLarge, type PictureKind, pixelsAtMost, defaultWidth, widthsOf } from './rules.ts';

/**
 * Per step. A 40-megapixel photo takes about two seconds; libvips runs in its own threads, not in the event
 * loop.
 */
const secondsAtMost = 60;

async function open(bytes: Uint8Array, limitInputPixels: number | false = pixelsAtMost): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // One core at most and no cache, to leave resources for customers.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp(bytes, { limitInputPixels, sequentialRead: true, failOn: 'error' }).timeout({
    seconds: secondsAtMost,
  });
}

export type Size = { width: number; height: number };

/**
 * Returns `too_large`, or `broken` for an unreadable file or one that does not match the type in its first
 * bytes.
 */
export async function measure(bytes: Uint8Array, kind: PictureKind): Promise<Size | 'too_large' | 'broken'> {
  try {
    // Reads only the header, so the size is checked before decoding.
    const { format, width = 0, height = 0 } = await (await open(bytes, false)).metadata();
    if (isTooLarge(width, height)) return 'too_large';
    const found = format === 'heif' ? 'avif' : format;
    return found === kind && width > 0 && height > 0 ? { width, height } : 'broken';
  } catch {
    return 'broken';
  }
}

export type Variant = { suffix: string; contentType: string; content: Uint8Array };

/**
 * The default width is written twice, once without a width in its name. Rejects when the pixels cannot be
 * decoded.
 */
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
    const names = width === defaultWidth(widths) ? [`-${width}`, ''] : [`-${width}`];
    for (const name of names)
      variants.push(
        { suffix: `${name}.avif`, contentType: 'image/avif', content: avif },
        { suffix: `${name}.webp`, contentType: 'image/webp', content: webp },
      );
  }
  return variants;
}
