/** Value formats that several settings share. */
import { z } from 'zod';

/** The parsed values of a group of settings. */
export type SettingsOf<Fields extends z.ZodRawShape> = z.output<z.ZodObject<Fields>>;

export const port = z.coerce.number('must be a port number').int().min(0).max(65_535);

export const onOrOff = z.enum(['on', 'off'], 'must be on or off');

export const httpAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** An address without a trailing slash. */
export const origin = httpAddress.transform((url) => url.replace(/\/+$/, ''));

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
    .transform((all) =>
      all.map((pair): [string, string] => [
        pair.slice(0, pair.indexOf('=')),
        pair.slice(pair.indexOf('=') + 1),
      ]),
    );
