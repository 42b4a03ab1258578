/**
 * Every error that the shop returns to callers, in one list. The text is for the shopper; status and code are
 * for machines. 401 means "token missing or expired", and 403 is never used for expiry: the browser answers
 * both with a token refresh.
 */
import { english, type Message } from './language.ts';

const catalog = {
  malformed_json: [400, 'The request is not valid JSON'],
  content_type: [415, 'Send the request as JSON'],
  body_too_large: [413, 'The request is too large'],
  body_late: [408, 'The request took too long to arrive. Please try again'],
  content_too_complex: [
    422,
    'This content is too complex to process. Shorten or simplify it, then try again',
  ],
  content_queue_full: [429, 'We are processing other files right now. Please try again in a moment'],
  /** The client is gone, so this appears only in the log. */
  content_abandoned: [408, 'The connection was closed before the answer was ready'],
  address_invalid: [400, 'The address of this request is not valid'],
  invalid_request: [422, 'Something in the request is not valid'],
  phone_invalid: [422, 'Enter the number with its country code'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'This address does not support that request method'],
  coupon_invalid: [404, 'Coupon code is invalid'],
  coupon_exhausted: [409, 'Coupon code exceeded usage limit'],
  coupon_expired: [410, 'Coupon code has expired'],
  coupon_not_started: [409, 'Coupon code cannot be used yet'],
  coupon_not_for_cart: [409, 'Coupon code does not apply to anything in your cart'],
  coupon_minimum_spend: [409, 'Coupon code needs a higher subtotal'],
  coupon_customer_limit: [409, 'You have already used this coupon code'],
  coupon_needs_log_in: [409, 'Log in or confirm your email to use this code'],
  coupon_first_order: [409, 'Coupon code is only valid on a first order'],
  coupon_held: [
    409,
    'One of your unpaid orders already uses this coupon code. Pay that order, or try again later',
  ],
  cart_completed: [409, 'Cart is already completed'],
  cart_not_found: [404, 'Cart not found'],
  product_unavailable: [409, 'A product in your cart is no longer available'],
  product_needs_quote: [409, 'A product in your cart has no fixed price. Please contact us'],
  card_needed: [
    422,
    'A discount code cannot make a subscription free. Please remove the code or choose another one',
  ],
  total_too_small: [422, 'The total is below $0.50, the smallest amount a card can pay'],
  total_too_large: [
    422,
    'The total is above $999,999.99, the maximum for one payment. Please split it into several orders',
  ],
  total_changed: [409, 'The total has changed. Please check it and try again'],
  product_not_found: [404, 'Product not found'],
  product_exists: [409, 'A product with this address already exists. Choose another address'],
  product_type_fixed: [409, 'The type of a product cannot change. Create a new product instead'],
  booster_exists: [409, 'A booster with this address already exists. Choose another address'],
  coupon_not_found: [404, 'Coupon not found'],
  coupon_exists: [409, 'A coupon with this code already exists. Choose another code'],
  coupon_in_use: [
    409,
    'The discount cannot change once an order has used the code. End the coupon and create another one',
  ],
  coupon_limit_below_uses: [
    409,
    'This code has already been used more often than that. Enter a higher number',
  ],
  picture_not_found: [404, 'Picture not found'],
  picture_type: [415, 'This file is not a supported picture. Use JPEG, PNG, WebP, AVIF, GIF, or SVG'],
  picture_too_large: [422, 'This picture is too large. Use at most 40 megapixels and 16,000 pixels per side'],
  picture_broken: [422, 'This picture cannot be read. Save it again in an image editor, then try again'],
  picture_not_ready: [409, 'The picture is not ready yet. Please wait a moment and try again'],
  booster_not_found: [404, 'Booster not found'],
  booster_needs_credit: [
    409,
    'Boosters raise the limit of a Net 30 account. Please apply for an account first',
  ],
  booster_frozen: [
    409,
    'Your credit is on hold, so its limit cannot be raised. Please pay the invoices that are past due first',
  ],
  post_not_found: [404, 'Oops! Post not found.'],
  post_exists: [409, 'Another post uses this address, or used it before. Choose another address'],
  post_incomplete: [409, 'The post is incomplete. Fill in what is missing, then publish it'],
  post_was_published: [409, 'This post was published before, so it cannot be deleted. Unpublish it instead'],
  post_time_past: [422, 'Choose a time in the future'],
  month_fees_unknown: [
    409,
    'Processor fees are not available yet for all of this month. Download the month without fees, or try again later',
  ],
  order_not_found: [404, 'Order not found'],
  invoice_not_found: [404, 'Invoice not found'],
  credit_note_not_found: [404, 'Credit note not found'],
  subscription_not_found: [404, 'Subscription not found'],
  subscription_over: [409, 'This subscription has ended'],
  subscription_not_canceled: [409, 'This subscription is not canceled'],
  order_already_paid: [409, 'This order is already paid'],
  payment_in_progress: [
    409,
    'A payment for this cart is still in progress. Please wait a moment and try again',
  ],
  order_being_paid: [409, 'This order is being paid right now'],
  order_not_payable: [409, 'This order can no longer be paid'],
  order_email_final: [409, 'This address can no longer be corrected here. Please write to us'],
  order_not_on_credit: [409, 'Only an order on credit that is in progress can be canceled'],
  order_has_payments: [409, 'Refund the payments of this order first'],
  order_not_cancelable: [409, 'Only an order in progress or with an active subscription can be canceled'],
  order_canceled_before: [409, 'This order is already canceled'],
  order_not_in_progress: [409, 'Only an order in progress can be completed'],
  adoption_refused: [409, 'This payment cannot be adopted'],
  refund_impossible: [409, 'This order has no payment that can be refunded'],
  payment_disputed: [
    409,
    'The customer disputed this payment and the bank has taken the money back. It can only be refunded if the dispute is won',
  ],
  refund_failed_before: [
    409,
    'This refund failed, and we still hold the money. To try again, repeat the command with --key and a new value',
  ],
  refund_ambiguous: [
    409,
    'An excess payment for this order was already refunded. Specify the payment to refund instead of the order',
  ],
  refund_too_large: [409, 'The refund is larger than the remaining amount of the payment'],
  idempotency_mismatch: [409, 'This attempt was already used for a different purchase. Please try again'],
  payment_unavailable: [
    503,
    'Card payments are not available right now. You have not been charged. Please try again',
  ],
  card_not_found: [404, 'Card not found'],
  card_elsewhere: [409, 'Your saved cards cannot be used for this subscription. Please enter a new card'],
  card_expired: [402, 'This card has expired. Please choose another card'],
  cards_full: [409, 'You can save up to 20 cards. Please remove one first'],
  card_declined: [402, 'Your card was declined'],
  cards_unavailable: [503, 'Your saved cards are not available right now. Please try again in a moment'],
  /** 424: a service that the response depends on has failed. The text of a 5xx would not be shown. */
  bureau_unavailable: [
    424,
    'Factiiv is not responding right now. Your purchases are saved and will be sent once it responds',
  ],
  bureau_key_wrong: [409, 'Factiiv does not recognize this connection. Please connect again'],
  bureau_business_taken: [409, 'This Factiiv business is connected to another account'],
  bureau_not_connected: [409, 'Connect to Factiiv first'],
  bureau_revoked: [409, 'Factiiv no longer accepts this connection. Please connect again'],
  reporting_terms_changed: [409, 'The reporting terms have changed. Please read them and try again'],
  reporting_stopped: [409, 'Reporting is stopped. Agree to the reporting terms first'],
  score_not_found: [404, 'Credit score not found'],
  report_not_found: [404, 'Report not found'],
  report_in_dispute: [409, 'You have already told us about this report. Our team will reply'],
  report_not_sent: [409, 'This report has not been sent yet'],
  credit_subscription: [422, 'Subscriptions cannot be bought on credit'],
  credit_insufficient: [409, 'Not enough available credit'],
  credit_frozen: [409, 'Your credit is on hold. Please pay the invoices that are past due first'],
  credit_order_small: [422, 'An order on credit must be at least $1.00'],
  credit_limit_highest: [409, 'Your limit cannot rise above $50,000'],
  credit_none: [409, 'You have no Net 30 account'],
  credit_invoice_unknown: [404, 'Invoice not found'],
  credit_invoice_settled: [409, 'This invoice is already paid or void'],
  credit_invoice_early: [409, 'This invoice is being prepared. Please try again in a minute'],
  autopay_terms_changed: [409, 'The automatic payment terms have changed. Please read them and try again'],
  credit_nothing_owed: [409, 'Nothing is owed on this account'],
  credit_not_past_due: [
    409,
    'No invoice of this account is past due. Only an owner can write off this balance',
  ],
  credit_open: [409, 'Your Net 30 account is already open'],
  credit_in_review: [409, 'Your application is already in review'],
  credit_staff: [409, 'Team members cannot have a Net 30 account'],
  credit_email_unconfirmed: [409, 'Please confirm your email address first'],
  credit_first_purchase: [409, 'Make a first purchase by card, then apply'],
  credit_company_missing: [409, 'Please enter your company information first'],
  credit_too_soon: [409, 'You have applied before. Please try again later'],
  credit_terms_changed: [409, 'The credit terms have changed. Please read them and try again'],
  credit_ein_taken: [409, 'This EIN is already used by another account'],
  credit_application_none: [409, 'There is no application in review'],
  credit_decided: [409, 'This application has already been decided'],
  credit_owes: [409, 'Please pay your open invoices first'],
  ein_invalid: [422, 'Enter the nine digits of your EIN, such as 12-3456789'],
  sign_in_required: [401, 'Please log in'],
  token_expired: [401, 'Your session has expired. Please log in again'],
  refresh_refused: [401, 'Your session has ended. Please log in again'],
  login_failed: [401, 'Email or password is incorrect'],
  two_factor_required: [401, 'Enter the code from your authenticator app'],
  two_factor_wrong: [401, 'The code is incorrect'],
  code_required: [422, 'Enter the code from your authenticator app, or a recovery code'],
  code_wrong: [422, 'The code is incorrect'],
  two_factor_on: [409, 'Two-factor log-in is already on'],
  two_factor_off: [409, 'Two-factor log-in is not on. Please start again'],
  two_factor_mandatory: [409, 'Team members cannot turn off two-factor log-in'],
  two_factor_needed: [409, 'Team members must turn on two-factor log-in first'],
  account_is_staff: [409, 'A team member’s account cannot be deleted here. Please ask an owner'],
  account_has_payment: [
    409,
    'A payment is still in progress. Please wait until it is finished, then try again',
  ],
  account_has_dispute: [
    409,
    'Your bank is still reviewing one of your payments. Please write to us, and we will delete your account once the review is settled',
  ],
  link_invalid: [410, 'This link has expired or was already used. Please request a new one.'],
  confirmation_needs_press: [409, 'Press the button to confirm your email address'],
  email_unchanged: [422, 'This is already your email address'],
  email_taken: [409, 'Another account now uses this address. Your email address was not changed'],
  credit_limit_too_high: [409, 'A credit limit cannot be above $50,000'],
  unsubscribe_invalid: [404, 'This link is incomplete. Please open it from the email again'],
  current_password_wrong: [422, 'The current password is incorrect'],
  password_common: [
    422,
    'This password is too common. Choose one that others do not use, such as four unrelated words',
  ],
  password_easy: [
    422,
    'This password is too easy to guess. Do not repeat characters or use runs such as 12345678',
  ],
  password_is_email: [422, 'Your password cannot be your email address'],
  webhook_refused: [400, 'Webhook signature is not valid'],
  busy: [503, 'The shop is very busy right now. Please try again in a moment'],
  permission_missing: [403, 'Your role does not allow this'],
  fresh_factor_needed: [403, 'Enter a code from your authenticator app to continue'],
  refund_above_limit: [403, 'This is above the refund limit of your role. Ask a manager'],
  email_not_repeatable: [
    409,
    'This email cannot be resent. Its link works only once, or its text has been deleted',
  ],
  changed_meanwhile: [409, 'Someone else has changed this. Review the changes and try again'],
  staff_exists: [409, 'This person is already on the team'],
  staff_is_customer: [
    409,
    'This address belongs to a customer account. Staff accounts cannot have orders or credit. Invite another address',
  ],
  staff_self: [409, 'You cannot change your own role or access. Ask another owner'],
  staff_last_owner: [409, 'This is the last owner who can log in. Make someone else an owner first'],
  view_name_taken: [409, 'You already have a view with this name. Choose another name'],
  view_limit: [409, 'You can save up to 20 views per list. Delete one first'],
  import_unreadable: [422, 'This file cannot be read'],
  import_refused: [409, 'This file has rows with errors. Nothing was changed'],
  export_by_email: [409, 'This list is too long to download here. Export it by email instead'],
  export_not_ready: [409, 'This file is not ready yet. You will get an email when it is'],
  alarm_recipient_exists: [409, 'This address is already an alarm recipient'],
  alarm_recipient_limit: [409, 'You can have up to 20 alarm recipients. Remove one first'],
  bulk_act_ended: [409, 'This action has already been carried out and cannot be undone'],
  message_held_back: [409, 'This message is held back or marked as spam. Mark it as not spam first'],
  template_exists: [409, 'A template with this name already exists. Choose another name'],
  list_cursor_invalid: [410, 'This page of the list is no longer available. Start again from the first page'],
  impersonation_refused: [403, 'You may not act as another user'],
  rate_limited: [429, 'Too many requests. Please try again later'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof catalog;

/** The text of each error, in English. */
export const refusalTexts = Object.fromEntries(
  Object.entries(catalog).map(([code, [, text]]) => [code, text]),
) as Record<ErrorCode, string>;

/** An error that the caller can act on. Any other error is a bug and becomes a 500 without details. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** The translatable form of `message`; null when it is a third party's English text, such as a bank's. */
  readonly said: Message | null;
  /**
   * `detail` replaces the catalog's text when the shopper needs to know more, such as the field or the new
   * total.
   * `meaning`: our text for the same, when `detail` is a third party's text.
   */
  constructor(code: ErrorCode, detail?: Message | string, meaning: Message | null = null) {
    const [status, text] = catalog[code];
    super(typeof detail === 'object' ? english.say(detail.text, detail.values) : (detail ?? text));
    this.name = 'DomainError';
    this.code = code;
    this.status = status;
    this.said = typeof detail === 'string' ? meaning : (detail ?? meaning ?? { text });
  }

  /**
   * The details that a machine needs besides the code to show the same text. Null when the code is enough, or
   * when the text is a third party's.
   */
  get detail(): Message | null {
    return this.said?.text === catalog[this.code][1] ? null : this.said;
  }
}
