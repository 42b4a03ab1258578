/** The visible text of an HTML page without scripts, for tests that need no browser. */

const signs: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

export const textOf = (html: string): string =>
  html
    .replace(
      /<!--[\s\S]*?-->|<(script|style|noscript)\b[\s\S]*?<\/\1>|<\/?(b|i|em|strong|span|a|abbr|sup)\b[^>]*>/g,
      '',
    )
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#x27);/g, (sign) => signs[sign] ?? sign)
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the only element with this name on the page. */
export const partOf = (html: string, name: 'main' | 'header' | 'footer'): string =>
  new RegExp(`<${name}\\b[^>]*>([\\s\\S]*)</${name}>`).exec(html)?.[1] ?? '';

export const headingsOf = (html: string): { level: number; text: string }[] =>
  [...html.matchAll(/<h([1-6])\b[^>]*>([\s\S]*?)<\/h\1>/g)].map(([, level, text = '']) => ({
    level: Number(level),
    text: textOf(text),
  }));

export const linksOf = (html: string): { text: string; href: string }[] =>
  [...html.matchAll(/<a\b[^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, href = '', text = '']) => ({
    text: textOf(text),
    href: textOf(href),
  }));
