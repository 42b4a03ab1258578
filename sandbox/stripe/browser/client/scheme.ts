/** Reads the colours around the frame: is the surface light or dark, and which colour lies behind it. Any colour the browser can read is understood. */
import type { AppearanceLike } from './protocol.ts';

/** The frame is see-through only while page and frame agree on the scheme; otherwise browsers paint it white. */
export function schemeOf(appearance: AppearanceLike): 'light' | 'dark' {
  const background = appearance.variables?.colorBackground;
  const brightness = background === undefined ? null : brightnessOf(background);
  if (brightness !== null) return brightness < 0.45 ? 'dark' : 'light';
  return appearance.theme === 'night' ? 'dark' : 'light';
}

function brightnessOf(colour: string): number | null {
  if (!CSS.supports('color', colour)) return null;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 255, green = 255, blue = 255, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
  return alpha < 40 ? null : (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/**
 * The first painted colour behind a node, or null when there is nothing, a picture, or a colour that one can see through.
 * The frame paints it under its own text, so that its contrast does not hang on a page that it cannot look into.
 */
export function surfaceBehind(node: Element): string | null {
  for (let at = node.parentElement; at !== null; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at);
    if (backgroundImage !== 'none') return null;
    if (/^rgba\(.*, 0\)$|\/ 0\)$|^transparent$/.test(backgroundColor)) continue;
    return /^rgba\(|\/ [\d.]+\)$/.test(backgroundColor) ? null : backgroundColor;
  }
  return null;
}
