/** One search field for everything: by number, name, email, last four digits of a card, or processor id. */
import { endpoint } from '#contract/endpoint.ts';
import { z } from 'zod';

export const searchKinds = ['customer', 'order', 'cart', 'invoice', 'product', 'message', 'post'] as const;

export const SearchHit = z.object({
  kind: z.enum(searchKinds),
  id: z.string(),
  /** `S-1001`, a name, a product. */
  title: z.string(),
  /** A distinguishing detail: a name, an email, an amount. */
  detail: z.string(),
  at: z.iso.datetime(),
  /** The console page that shows it. */
  address: z.string(),
  /** The search text equals its number, email, id, or last four digits. */
  isExact: z.boolean(),
});

export const staffSearch = endpoint({
  method: 'GET',
  path: '/api/admin/search',
  access: 'staff',
  permission: 'home.read',
  summary: 'Searches records the role may read; exact matches first, up to 20',
  query: z.strictObject({
    q: z.string().trim().min(1, 'Enter a search term').max(100, 'At most 100 characters'),
  }),
  response: z.object({ hits: z.array(SearchHit) }),
});
