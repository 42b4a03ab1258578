/**
 * Values that several endpoints share. The wire uses dollars, the shop cents; conversion happens only here.
 */
import { type Cents, fromDollars, largestCharge, toDollars } from '#kernel/money.ts';
import { idPattern } from '#kernel/ids.ts';
import { couponCode } from '#kernel/coupon-code.ts';
import { asciiEmail, cleanEmail, isMailboxAccepted, mailboxRefusal } from '#kernel/email-address.ts';
import { phrase } from '#kernel/language.ts';
import { cleanPhone } from '#kernel/phone-text.ts';
import { isVisible } from '#kernel/visible-text.ts';
import { z } from 'zod';

const dollarsFrom = (least: number, most = 1_000_000) =>
  z.codec(
    z
      .number()
      .min(least, 'An amount cannot be negative')
      .max(most, 'The amount is too large')
      .refine(
        (dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6,
        'An amount has at most two decimals',
      ),
    z.custom<Cents>((value) => Number.isSafeInteger(value)),
    { decode: fromDollars, encode: toDollars },
  );

/** Up to $1,000,000 with at most two decimals. Decodes 19.99 to 1999 cents, and encodes it back. */
export const Dollars = dollarsFrom(0);
/**
 * The same, but may be negative: credit available after a limit was lowered, or one side of a ledger
 * movement.
 */
export const SignedDollars = dollarsFrom(-1_000_000);
/**
 * The total that a shopper was shown. It may exceed the maximum of one payment; the order is then rejected
 * with that reason.
 */
export const ShownTotal = dollarsFrom(0, 100_000_000);

/** A price that one payment can collect: Stripe's limits for usd. */
export const ChargeablePrice = Dollars.refine(
  (price) => price >= 50,
  'A card cannot pay less than $0.50',
).refine((price) => price <= largestCharge, 'A card cannot pay more than $999,999.99');

/** How an item renews, as agreed with the order. `amount`: the price of each renewal. */
export const AgreedRenewal = z.object({ period: z.enum(['month', 'year']), amount: Dollars });

export const CartId = z.string().regex(idPattern('cart'), 'Cart not found');
export const OrderId = z.string().regex(idPattern('ord'), 'Order not found');
export const InvoiceId = z.string().regex(idPattern('inv'), 'Invoice not found');
export const CreditNoteId = z.string().regex(idPattern('cn'), 'Credit note not found');
export const SubscriptionId = z.string().regex(idPattern('sub'), 'Subscription not found');
/** The processor's own id of a saved card. */
export const CardId = z.string().regex(/^[A-Za-z0-9_]{1,100}$/, 'Card not found');
export const ProductId = z.string().regex(/^[a-z0-9-]{1,60}$/, 'Unknown product');
export const BoosterId = z.string().regex(/^[a-z0-9-]{1,60}$/, 'Booster not found');
/**
 * One line of text: no line breaks (they could inject mail headers), no control characters (PostgreSQL
 * rejects some), and no lone surrogates. Also no characters that change text direction, which could disguise
 * a name in an email.
 */
const oneLine = z
  .string()
  .regex(
    /^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]*$/u,
    phrase('Remove line breaks and control characters'),
  );

/** Normalized by `kernel/coupon-code.ts`. */
export const CouponCode = z
  .string()
  .max(200, 'Coupon code is invalid')
  .transform(couponCode)
  .pipe(oneLine.min(1, 'Coupon code is invalid').max(64, 'Coupon code is invalid'));

/** A required text field, with the specification's message when it is empty. */
export const required = (message: string, max = 200) =>
  z
    .string({ error: message })
    .trim()
    .refine(isVisible, message)
    .max(max, phrase('At most {max} characters', { max }))
    .pipe(oneLine);

/** A text field of a draft: it may be empty or incomplete. */
export const draftText = (max: number) =>
  oneLine.trim().max(max, phrase('At most {max} characters', { max })).default('');

/** Links with a number are longer than numbers. */
export const typedPhoneAtMost = 120;

/** A phone number of a draft: it may be empty or incomplete. */
export const draftPhone = z
  .string()
  .max(typedPhoneAtMost)
  .transform(cleanPhone)
  .pipe(draftText(40).unwrap())
  .default('');

const unchanged = (text: string): string => text;

/** Codecs, because responses have addresses too. */
const emailFrom = (requiredMessage: string, isNew: boolean) =>
  z.codec(
    z
      .codec(z.string({ error: requiredMessage }), z.string(), { decode: cleanEmail, encode: unchanged })
      .pipe(required(requiredMessage, 254)),
    z.string(),
    {
      decode: (typed, context) => {
        const email = asciiEmail(typed);
        if (email !== null && (!isNew || isMailboxAccepted(email))) return email;
        const message = email === null ? phrase('Invalid email') : mailboxRefusal;
        context.issues.push({ code: 'custom', message, input: typed });
        return z.NEVER;
      },
      encode: unchanged,
    },
  );

/**
 * `Email is required` when empty, `Invalid email` when it is not an address. Decoded to ASCII by
 * `kernel/email-address.ts`.
 */
export const Email = (requiredMessage: string) => emailFrom(requiredMessage, true);

/**
 * The address of an account that may exist. Addresses that our mail server cannot deliver to today may have
 * been accepted earlier.
 */
export const KnownEmail = (requiredMessage: string) => emailFrom(requiredMessage, false);
