/**
 * Detects whether the surface around the frame is light or dark, and its color. Supports every color syntax
 * of the browser.
 */
import type { AppearanceLike } from './protocol.ts';

/**
 * The frame is transparent only while page and frame use the same color scheme; otherwise browsers paint it
 * white.
 */
export function schemeOf(appearance: AppearanceLike): 'light' | 'dark' {
  const background = appearance.variables?.colorBackground;
  const brightness = background === undefined ? null : brightnessOf(background);
  if (brightness !== null) return brightness < 0.45 ? 'dark' : 'light';
  return appearance.theme === 'night' ? 'dark' : 'light';
}

function brightnessOf(color: string): number | null {
  if (!CSS.supports('color', color)) return null;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 255, green = 255, blue = 255, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
  return alpha < 40 ? null : (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/**
 * The first opaque color behind a node, or null for nothing, a picture, or a transparent color. The frame
 * uses it as its background, so that contrast does not depend on a page that it cannot inspect.
 */
export function backgroundBehind(node: Element): string | null {
  for (let at = node.parentElement; at !== null; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at);
    if (backgroundImage !== 'none') return null;
    if (/^rgba\(.*, 0\)$|\/ 0\)$|^transparent$/.test(backgroundColor)) continue;
    return /^rgba\(|\/ [\d.]+\)$/.test(backgroundColor) ? null : backgroundColor;
  }
  return null;
}
