/** Value formats that several settings share. */
import { z } from 'zod';

export const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** Format: `tradeLines=activeTradeLines`, comma-separated. */
export const pairs = (pattern: RegExp, message: string) =>
  commaList
    .pipe(z.array(z.string().regex(pattern, message)))
    .transform((all) => all.map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
