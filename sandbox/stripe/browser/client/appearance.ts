/**
 * Applies the shop's appearance to the card frame. Values are set through the style object for known
 * properties only, so they can never become markup or CSS rules.
 */
import type { Appearance } from './protocol.ts';

const nightColors: Record<string, string> = {
  colorBackground: '#1b2230',
  colorText: '#f3f6fb',
  colorTextSecondary: '#b4bfd0',
  colorTextPlaceholder: '#8f9bb0',
  colorDanger: '#ff8a92',
  colorPrimary: '#8ab4ff',
  colorBorder: '#7d89a0',
};
const selectors = new Set([
  '.Input',
  '.Input:focus',
  '.Input:hover',
  '.Input:disabled',
  '.Input--invalid',
  '.Input::placeholder',
  '.Label',
  '.Label--invalid',
  '.Error',
]);
const customProperty = (name: string): string =>
  `--${name.replace(/[A-Z0-9]+/g, (part) => `-${part.toLowerCase()}`)}`;
const ownSheet = new CSSStyleSheet();
const loadedFonts = new Set<string>();

export function applyAppearance(appearance: Appearance, root: HTMLElement): void {
  const { variables = {}, rules = {}, labels } = appearance.appearance;
  root.style.colorScheme = appearance.scheme;
  for (const name of [...root.style]) if (name.startsWith('--')) root.style.removeProperty(name);
  if (appearance.surface !== null) root.style.setProperty('--surface', appearance.surface);
  const colors = appearance.scheme === 'dark' ? { ...nightColors, ...variables } : variables;
  for (const [name, value] of Object.entries(colors)) {
    if (/^[a-z][a-zA-Z0-9]*$/.test(name) && typeof value === 'string')
      root.style.setProperty(customProperty(name), value);
  }
  root.dataset.labels = labels === 'floating' ? 'floating' : 'above';
  applyRules(rules);
  for (const font of appearance.fonts) applyFont(font);
}

function applyRules(rules: Record<string, Record<string, string>>): void {
  while (ownSheet.cssRules.length > 0) ownSheet.deleteRule(0);
  for (const [selector, declarations] of Object.entries(rules)) {
    if (!selectors.has(selector)) continue;
    const rule = ownSheet.cssRules[ownSheet.insertRule(`${selector} {}`, ownSheet.cssRules.length)];
    if (!(rule instanceof CSSStyleRule)) continue;
    for (const [name, value] of Object.entries(declarations))
      rule.style.setProperty(
        name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`),
        String(value),
      );
  }
  if (!document.adoptedStyleSheets.includes(ownSheet)) document.adoptedStyleSheets.push(ownSheet);
}

/** A font that fails to load is ignored; the next family in the list is used. */
function applyFont(font: Appearance['fonts'][number]): void {
  const key = JSON.stringify(font);
  if (loadedFonts.has(key)) return;
  loadedFonts.add(key);
  if ('cssSrc' in font && typeof font.cssSrc === 'string' && URL.canParse(font.cssSrc)) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = font.cssSrc;
    document.head.append(link);
  } else if ('family' in font && typeof font.src === 'string') {
    const { family, src, ...descriptors } = font;
    const face = new FontFace(family, src, descriptors as FontFaceDescriptors);
    document.fonts.add(face);
    face.load().catch(() => document.fonts.delete(face));
  }
}
