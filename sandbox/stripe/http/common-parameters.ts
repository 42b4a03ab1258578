/** Parameters that many operations share: metadata, addresses, cursors, expansion. */
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';
import {
  emptyable,
  either,
  type Field,
  group,
  integer,
  list,
  text,
} from '#sandbox/stripe/http/parameters.ts';

const mostMetadataKeys = 50;

/** Metadata as sent: an empty value removes its key, null removes all keys. */
export const metadata: Field<Record<string, string> | null> = {
  read: (raw, path) => {
    if (raw === '') return null;
    if (typeof raw === 'string') throw invalidRequest('Invalid object', { param: path });
    const entries = Object.entries(raw).map(([key, value]) => {
      if (typeof value !== 'string')
        throw invalidRequest('Metadata values must be text.', { param: `${path}[${key}]` });
      if (key.length > 40)
        throw invalidRequest('Metadata keys are at most 40 characters long.', { param: path });
      if (value.length > 500)
        throw invalidRequest('Metadata values are at most 500 characters long.', {
          param: `${path}[${key}]`,
        });
      return [key, value] as const;
    });
    if (entries.length > mostMetadataKeys)
      throw invalidRequest(`Metadata holds at most ${mostMetadataKeys} keys.`, { param: path });
    return Object.fromEntries(entries);
  },
};

/** Omitted keys stay; an empty value removes its key. */
export function mergeMetadata(
  current: Record<string, string> | null,
  change: Record<string, string> | null | undefined,
): Record<string, string> {
  if (change === undefined) return current ?? {};
  if (change === null) return {};
  return Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== ''));
}

export const expand = { expand: list(text()) };

const created = either(integer(), group({ gt: integer(), gte: integer(), lt: integer(), lte: integer() }));

export const pageOf = {
  ...expand,
  limit: integer({ least: 1, most: 100 }),
  starting_after: text(),
  ending_before: text(),
};

export const datedPageOf = { ...pageOf, created };

export const address = group({
  city: emptyable(text()),
  country: emptyable(text()),
  line1: emptyable(text()),
  line2: emptyable(text()),
  postal_code: emptyable(text()),
  state: emptyable(text()),
});

/** Maximum length in characters, for customers and billing details. */
export const phoneAtMost = 20;

export const billingDetails = group({
  address: emptyable(address),
  email: emptyable(text()),
  name: emptyable(text()),
  phone: emptyable(text(phoneAtMost)),
  tax_id: emptyable(text()),
});

export const shipping = group({
  address,
  name: text(),
  phone: emptyable(text()),
  carrier: text(),
  tracking_number: text(),
});

export const webAddress: Field<string> = {
  read: (raw, path) => {
    const value = text().read(raw, path);
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
      throw invalidRequest(`Not a valid URL: ${value}`, { code: 'url_invalid', param: path });
    return value;
  },
};
