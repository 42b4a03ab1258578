/** The contents of an access matrix entry, and how its requests are built. */
import type { ErrorCode } from '#kernel/errors.ts';

export const actors = ['anonymous', 'owner', 'other', 'administrator', 'acting'] as const;
export type Actor = (typeof actors)[number];
export type Sent = {
  params?: Record<string, string>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
};
export type Case = {
  /** Creates something that belongs to the owner, and a request that names it. */
  make: () => Promise<Sent>;
  /** The same request for something that does not exist. */
  missing: () => Sent;
  /** In the order of `actors`. */
  cells: readonly [...(ErrorCode | 'ok')[]] & { length: 5 };
  /** The expected response for an allowed caller, as far as it shows whose data it is. */
  answer?: (sent: Sent, actor: Actor) => object;
};

export const unusedId = 'AAAAAAAAAAAAAAAAAAAAAA';

export const byId = (make: () => Promise<string>, kind: string): Pick<Case, 'make' | 'missing'> => ({
  make: async () => ({ params: { id: await make() } }),
  missing: () => ({ params: { id: `${kind}_${unusedId}` } }),
});
export const inBodyOf =
  (defaults: object) =>
  (
    field: string,
    make: () => Promise<string>,
    kind: string,
    rest: () => object = () => defaults,
  ): Pick<Case, 'make' | 'missing'> => ({
    make: async () => ({ body: { ...rest(), [field]: await make() } }),
    missing: () => ({ body: { ...rest(), [field]: `${kind}_${unusedId}` } }),
  });
export const withBody = (
  body: Record<string, unknown>,
  { make, missing }: Pick<Case, 'make' | 'missing'>,
): Pick<Case, 'make' | 'missing'> => ({
  make: async () => ({ ...(await make()), body }),
  missing: () => ({ ...missing(), body }),
});

export const sameId = (sent: Sent): object => ({ id: sent.params?.id });

/** Outcomes for the actors, in their order. */
export const noOrder = [
  'order_not_found',
  'order_not_found',
  'order_not_found',
  'order_not_found',
  'order_not_found',
] as const;
export const all = ['ok', 'ok', 'ok', 'ok', 'ok'] as const;
export const ownCartOnly = ['cart_not_found', 'ok', 'cart_not_found', 'cart_not_found', 'ok'] as const;
export const ownCartOnlyLoggedIn = [
  'sign_in_required',
  'ok',
  'cart_not_found',
  'cart_not_found',
  'ok',
] as const;
export const ownCardOnly = [
  'sign_in_required',
  'ok',
  'card_not_found',
  'card_not_found',
  'impersonation_refused',
] as const;
