/** Says whether the surface that the shop asked for is light or dark. Any colour the browser can read is understood. */
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
