/**
 * Generated from the migrated database by `npm run row-types`; a test fails when it is stale. Not edited by
 * hand. These are the tables as Kysely needs them; `Selectable<Coupon>` is a row that was read.
 */
import type { ColumnType, GeneratedAlways } from 'kysely';

/** The database fills it in when the writer does not. */
type Generated<T> = T extends ColumnType<infer Read, infer Inserted, infer Updated>
  ? ColumnType<Read, Inserted | undefined, Updated>
  : ColumnType<T, T | undefined, T>;
/** Read as a number that is exact, or not at all. */
type Bigint = ColumnType<number, number | bigint | string, number | bigint | string>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** Written as text made by `JSON.stringify`, since a bare array would become an SQL array. */
type Json = ColumnType<unknown, string, string>;

export type AccountLimit = {
  key: string;
  hits: number;
  ends_at: Timestamp;
  free_at: Timestamp | null;
  refused: boolean;
};

export type AccountRequest = {
  id: string;
  kind: 'register' | 'forgot_password' | 'resend_confirmation';
  email: string;
  registration: Json | null;
  password_hash: string | null;
  created_at: Timestamp;
};

export type Alarm = {
  kind: 'payment_review' | 'duplicate_payment' | 'two_intents' | 'unknown_intent' | 'dispute_opened' | 'refund_failed' | 'unmatched_charge' | 'missing_charge' | 'webhook_stuck' | 'mail_undeliverable' | 'order_overdue' | 'subscription_stuck' | 'two_subscriptions' | 'renewal_amount' | 'credit_invoice' | 'report_refused' | 'report_disputed' | 'bureau_key_lost' | 'edge_purge' | 'audit_log';
  subject: string;
  detail: string;
  created_at: Generated<Timestamp>;
  resolved_at: Timestamp | null;
};

export type AlarmNotice = {
  id: string;
  recipient_id: string;
  kind: string;
  subject: string;
  detail: string;
  rung_at: Timestamp;
  state: Generated<'waiting' | 'leaving' | 'told' | 'settled'>;
  problem: Generated<string>;
  moved_at: Generated<Timestamp>;
};

export type AlarmRecipient = {
  id: string;
  kind: 'email' | 'webhook';
  address: string;
  added_by: string;
  added_at: Timestamp;
};

export type AnswerTemplate = {
  id: string;
  name: string;
  text: string;
  version: Generated<number>;
  created_at: Timestamp;
  changed_at: Timestamp | null;
  changed_by: string;
};

export type AppUser = {
  id: string;
  email: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  user_name: Generated<string>;
  phone: Generated<string>;
  address: Generated<string>;
  city: Generated<string>;
  country: Generated<string>;
  password_hash: string | null;
  password_changed_at: Timestamp | null;
  email_confirmed_at: Timestamp | null;
  role: Generated<'customer' | 'owner' | 'manager' | 'support' | 'credit' | 'content' | 'auditor'>;
  customer_ref: string | null;
  disabled_at: Timestamp | null;
  deleted_at: Timestamp | null;
  two_factor_secret: string | null;
  two_factor_enabled_at: Timestamp | null;
  two_factor_last_step: Bigint | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
  language: Generated<'en' | 'es' | 'ar'>;
  registration_mark: Buffer | null;
};

export type AuditChange = {
  audit_id: Bigint;
  before: Json | null;
  after: Json | null;
};

export type AuditCheck = {
  id: GeneratedAlways<number>;
  asked_by: string | null;
  started_at: Timestamp;
  ended_at: Timestamp;
  entries: Bigint;
  newest_hash: string;
  violations: Json;
  is_whole: Generated<boolean>;
  position: Bigint | null;
  seal: string | null;
};

export type AuditLog = {
  id: GeneratedAlways<number>;
  at: Timestamp;
  actor_id: string | null;
  effective_id: string | null;
  ip: string;
  route: string;
  action: string;
  object: string;
  before_hash: string | null;
  after_hash: string | null;
  detail: Json;
  previous_hash: string | null;
  hash: string | null;
  position: Bigint | null;
  mac: string | null;
  appended_at: Generated<Timestamp>;
};

export type BlogPost = {
  id: Generated<string>;
  slug: string;
  title: string;
  meta_title: string;
  meta_description: string;
  image_alt: string;
  banner_image: string;
  body: string;
  excerpt: string;
  reading_minutes: number;
  tags: string[];
  published_at: Timestamp;
  updated_at: Timestamp;
  reviewed_at: Generated<Timestamp>;
  words: GeneratedAlways<string>;
};

export type Booster = {
  id: string;
  title: string;
  price_cents: number;
  credit_limit_increase_cents: number;
  description: string;
  bg_color: string;
  position: number;
  active: Generated<boolean>;
  created_at: Generated<Timestamp>;
  version: Generated<number>;
  changed_at: Timestamp | null;
  changed_by: string | null;
};

export type BoosterPrice = {
  id: GeneratedAlways<number>;
  booster_id: string;
  price_cents: number;
  since: Timestamp;
  changed_by: string | null;
};

export type BulkAct = {
  id: string;
  kind: string;
  made_by: string;
  press_key: string;
  filter: Json | null;
  state: 'waiting' | 'running' | 'done' | 'stopped';
  is_cut: Generated<boolean>;
  made_at: Timestamp;
  starts_at: Timestamp;
  ended_at: Timestamp | null;
};

export type BulkRow = {
  act_id: string;
  subject: string;
  place: number;
  state: 'waiting' | 'done' | 'refused';
  problem: Generated<string>;
};

export type BureauConnection = {
  id: string;
  user_id: string;
  bureau_user_id: string;
  profile_id: string;
  key_sealed: string | null;
  state: 'connected' | 'revoked' | 'ended';
  connected_at: Timestamp;
  ended_at: Timestamp | null;
  synced_at: Timestamp | null;
  checked_at: Timestamp | null;
  next_score_at: Timestamp;
  next_send_at: Timestamp | null;
  failures: Generated<number>;
  told_month: string | null;
  business_name: string | null;
};

export type BureauMonth = {
  account_id: string;
  month: string;
  as_of: string;
  manner: 'prompt' | 'late_31' | 'late_61' | 'late_91' | 'none';
  high_cents: Bigint;
  owing_cents: Bigint;
  past_due_cents: Bigint;
  terms: string;
  last_sale_on: string | null;
};

export type BureauReport = {
  id: string;
  connection_id: string;
  profile_id: string;
  kind: 'trade' | 'change' | 'withdrawal' | 'activity' | 'activity_withdrawal';
  trade: string;
  fields: Json;
  recorded_at: Timestamp;
  leased_until: Timestamp | null;
  tried_at: Timestamp | null;
  sent_at: Timestamp | null;
  bureau_ref: string | null;
  counterparty_status: 'pending' | 'accepted' | 'rejected' | null;
  bureau_status: 'pending' | 'accepted' | 'rejected' | null;
  reason: string | null;
  refused_at: Timestamp | null;
  withdrawn_at: Timestamp | null;
  withdraws: string | null;
};

export type CardLink = {
  id: string;
  subscription_id: string;
  hash: Buffer;
  created_at: Timestamp;
  expires_at: Timestamp;
};

export type CardSetup = {
  id: string;
  user_id: string;
  attempt: string | null;
  holder_name: string;
  customer_ref: string;
  setup_ref: string | null;
  status: 'creating' | 'open' | 'succeeded' | 'canceled';
  created_at: Timestamp;
};

export type Cart = {
  id: string;
  status: Generated<'pending' | 'abandoned' | 'recovered' | 'completed' | 'lost'>;
  first_name: Generated<string>;
  last_name: Generated<string>;
  email: Generated<string>;
  phone_number: Generated<string>;
  address_line1: Generated<string>;
  country: Generated<string>;
  discount_code: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  user_id: string | null;
  abandoned_at: Timestamp | null;
  merged_into: string | null;
  company: Generated<string>;
  tax_number: Generated<string>;
  language: 'es' | 'ar' | null;
  deleted_at: Timestamp | null;
};

export type CartItem = {
  cart_id: string;
  product_id: string;
  position: number;
};

export type CartReminder = {
  id: string;
  cart_id: string | null;
  number: number;
  address_hash: string;
  skipped: 'stopped' | 'too_many' | 'bought' | 'account_closed' | 'nothing_to_sell' | null;
  created_at: Timestamp;
};

export type Company = {
  id: string;
  user_id: string;
  legal_name: string;
  entity_type: 'llc' | 'corporation' | 'partnership' | 'nonprofit' | 'other';
  formation_state: string | null;
  formed_on: string;
  ein_sealed: string | null;
  ein_index: string | null;
  ein_last4: string | null;
  address_line1: string;
  city: string;
  state: string;
  postal_code: string;
  country: string;
  phone: string;
  website: string;
  applicant_role: 'owner' | 'officer' | 'member' | 'manager' | 'other';
  attested_at: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
  erased_at: Timestamp | null;
};

export type Comparison = {
  kind: 'charges' | 'subscriptions' | 'credit_invoices';
  asked_at: Timestamp | null;
  ended_at: Timestamp | null;
  compared: Generated<number>;
  repaired: Generated<number>;
  failed: Generated<number>;
  differences: Generated<Json>;
};

export type Consent = {
  id: GeneratedAlways<number>;
  kind: string;
  version: string;
  given_at: Timestamp;
  page: string;
  message_id: string;
  email: string;
  phone: string;
  client_address: string | null;
};

export type ConsentText = {
  kind: 'terms_and_privacy' | 'text_messages' | 'credit_terms' | 'autopay';
  version: string;
  text: string;
  first_used_at: Timestamp;
};

export type ContactAnswer = {
  id: string;
  message_id: string;
  author_id: string;
  press_key: string;
  text: string;
  closes: boolean;
  written_at: Timestamp;
  mail_id: string | null;
  sent_at: Timestamp | null;
};

export type ContactMessage = {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  contact: string;
  country: string;
  message: string;
  sms_consent: boolean;
  suspected_because: 'honeypot' | 'too_fast' | 'forged' | 'expired' | 'links' | null;
  fingerprint: string;
  received_at: Timestamp;
  acknowledged: boolean;
  state: Generated<'open' | 'closed' | 'held_back' | 'spam'>;
  assigned_to: string | null;
  version: Generated<number>;
  changed_at: Timestamp | null;
  changed_by: string | null;
  released_at: Timestamp | null;
  language: string | null;
};

export type Coupon = {
  id: GeneratedAlways<number>;
  code: string;
  kind: 'fixed_amount' | 'percentage';
  amount_cents: number | null;
  basis_points: number | null;
  usage_limit: number;
  used_count: Generated<number>;
  expires_at: Timestamp;
  active: Generated<boolean>;
  created_at: Generated<Timestamp>;
  starts_at: Timestamp | null;
  minimum_spend_cents: number | null;
  uses_per_customer: number | null;
  first_order_only: Generated<boolean>;
  subscription_periods: Generated<'first' | 'every'>;
  version: Generated<number>;
  changed_at: Timestamp | null;
  changed_by: string | null;
};

export type CouponProduct = {
  coupon_id: Bigint;
  product_id: string;
};

export type CouponRedemption = {
  order_id: string;
  coupon_id: Bigint;
  state: 'reserved' | 'consumed' | 'released';
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  client: string | null;
  email: string | null;
};

export type CreditAccount = {
  id: string;
  user_id: string;
  status: 'open' | 'closed';
  close_reason: 'by_customer' | 'written_off' | 'account_deleted' | null;
  ein_index: string | null;
  opened_at: Timestamp;
  closed_at: Timestamp | null;
  limit_cents: Generated<Bigint>;
  available_cents: Generated<Bigint>;
  hold_cents: Generated<Bigint>;
  owed_cents: Generated<Bigint>;
};

export type CreditApplication = {
  id: string;
  user_id: string;
  company_id: string;
  kind: 'first' | 'change';
  state: 'in_review' | 'approved' | 'declined' | 'withdrawn';
  applied_at: Timestamp;
  decided_at: Timestamp | null;
  again_on: string | null;
};

export type CreditAutopay = {
  account_id: string;
  card_ref: string;
  card_brand: string;
  card_last4: string;
  since: Timestamp;
};

export type CreditAutopayTry = {
  invoice_id: string;
  card_ref: string;
  keyed_at: Timestamp;
  decided_at: Timestamp | null;
  outcome: 'paid' | 'declined' | 'requires_action' | 'not_needed' | null;
  reopened: Generated<number>;
};

export type CreditConsent = {
  id: GeneratedAlways<number>;
  kind: 'credit_terms' | 'autopay';
  version: string;
  user_id: string;
  application_id: string | null;
  given_at: Timestamp;
  client_address: string | null;
};

export type CreditDecision = {
  id: GeneratedAlways<number>;
  application_id: string;
  outcome: 'approve' | 'review' | 'decline';
  reasons: string[];
  rule_version: string;
  inputs: Json;
  limit_cents: number | null;
  actor_id: string | null;
  at: Timestamp;
};

export type CreditFreeze = {
  id: string;
  account_id: string;
  kind: 'past_due' | 'staff' | 'changed_company';
  reason: string;
  started_at: Timestamp;
  ended_at: Timestamp | null;
  actor_id: string | null;
};

export type CreditInvoiceRequest = {
  invoice_id: string;
  request: Json;
  generation: Generated<number>;
  keyed_at: Timestamp;
};

export type CreditMovement = {
  id: GeneratedAlways<number>;
  account_id: string;
  key: string;
  kind: 'approved' | 'raised' | 'bonus' | 'booster' | 'held' | 'invoiced' | 'paid' | 'released' | 'voided' | 'credited' | 'returned' | 'booster_back' | 'bonus_back' | 'lowered' | 'closed' | 'written_off' | 'given_up';
  limit_cents: Bigint;
  available_cents: Bigint;
  hold_cents: Bigint;
  owed_cents: Bigint;
  reason: string;
  rule_version: string;
  inputs: Json;
  actor_id: string | null;
  order_id: string | null;
  invoice_id: string | null;
  at: Timestamp;
};

export type CreditNote = {
  id: string;
  number: string;
  invoice_id: string;
  refund_id: string;
  status: Generated<'issued' | 'void'>;
  currency: Generated<'usd'>;
  amount_cents: number;
  bill_to: Json;
  lines: Json;
  issued_at: Timestamp;
  voided_at: Timestamp | null;
};

export type CreditNotice = {
  key: string;
  user_id: string;
  kind: string;
  invoice_id: string | null;
  mail_id: string;
  at: Timestamp;
};

export type CreditScore = {
  id: string;
  user_id: string;
  profile_id: string;
  value: number | null;
  trade_lines: number | null;
  read_at: Timestamp;
};

export type CustomerRequest = {
  user_id: string;
  request: Json | null;
  generation: Generated<number>;
  keyed_at: Timestamp;
};

export type DailyTotal = {
  day: string;
  takings_cents: Bigint;
  refunds_cents: Bigint;
  orders: number;
  carts: number;
  carts_paid: number;
  credit_outstanding_cents: Bigint | null;
  credit_past_due_cents: Bigint | null;
  disputes_cents: Generated<Bigint>;
};

export type DailyTotalChange = {
  id: GeneratedAlways<number>;
  day: string;
};

export type DemoClock = {
  is_only: Generated<boolean>;
  offset_ms: Bigint;
};

export type Dispute = {
  dispute_ref: string;
  payment_id: string;
  amount_cents: number;
  status: string;
  reason: string;
  withdrawn: boolean;
  closed: boolean;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  answer_by: Timestamp | null;
  answer_order: GeneratedAlways<Timestamp>;
};

export type DocumentNumber = {
  series: 'INV' | 'CN';
  year: number;
  last: number;
};

export type DunningTry = {
  invoice_id: string;
  day: number;
  key_generation: Generated<number>;
  keyed_at: Timestamp;
  decided_at: Timestamp | null;
  outcome: 'paid' | 'declined' | 'requires_action' | null;
  message: string | null;
  mail_id: string | null;
};

export type EdgePurge = {
  id: GeneratedAlways<number>;
  key: 'pages' | 'products' | 'posts' | 'files';
  made_at: Generated<Timestamp>;
  purged_at: Timestamp | null;
};

export type Effect = {
  order_id: string;
  kind: 'receipt' | 'account';
  created_at: Generated<Timestamp>;
  done_at: Timestamp | null;
};

export type EmailChange = {
  user_id: string;
  new_email: string;
  old_confirmed_at: Timestamp | null;
  new_confirmed_at: Timestamp | null;
  asked_at: Timestamp;
  expires_at: Timestamp;
};

export type EmailWords = {
  kind: string;
  version: number;
  texts: Json;
  made_at: Timestamp;
  made_by: string;
};

export type GuestCustomer = {
  id: string;
  email: string;
  request: Json;
  generation: Generated<number>;
  keyed_at: Timestamp;
  customer_ref: string | null;
};

export type ImpersonationGrant = {
  id: string;
  admin_id: string;
  target_id: string;
  session_id: string | null;
  reason: string;
  stepped_up_at: Timestamp;
  created_at: Timestamp;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
};

export type InvariantCheck = {
  id: Generated<boolean>;
  looked_at: Timestamp | null;
  violations: number | null;
  failed_at: Timestamp | null;
  all_checked_at: Timestamp | null;
  changes_until: Timestamp | null;
};

export type Invoice = {
  id: string;
  number: string | null;
  kind: 'order' | 'renewal' | 'net30';
  order_id: string;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  currency: Generated<'usd'>;
  amount_cents: number;
  paid_cents: Generated<number>;
  bill_to: Json | null;
  lines: Json | null;
  discount: Json | null;
  created_at: Timestamp;
  issued_at: Timestamp | null;
  due_on: string | null;
  paid_at: Timestamp | null;
  closed_at: Timestamp | null;
  subscription_id: string | null;
  processor_ref: string | null;
  processor_number: string | null;
  period_start: Timestamp | null;
  period_end: Timestamp | null;
  half: number | null;
  hosted_url: string | null;
  taken_back_cents: Generated<number>;
  reopened: Generated<number>;
  former_refs: Generated<string[]>;
  unread_since: Timestamp | null;
  marked_uncollectible_at: Timestamp | null;
};

export type Mail = {
  id: string;
  kind: string;
  order_id: string | null;
  to_address: string;
  subject: string;
  text: string;
  html: string;
  created_at: Generated<Timestamp>;
  sent_at: Timestamp | null;
  token_id: string | null;
  erase_when_sent: Generated<boolean>;
  reply_to: string | null;
  sending_until: Timestamp | null;
  failed_at: Timestamp | null;
  reminder_id: string | null;
  attached_document: string | null;
  card_link_id: string | null;
  copy_of: string | null;
  contact_message_id: string | null;
};

export type OneTimeToken = {
  id: string;
  user_id: string;
  purpose: 'confirm_email' | 'reset_password' | 'set_password' | 'change_email_old' | 'change_email_new';
  hash: Buffer;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  voided_at: Timestamp | null;
  created_at: Timestamp;
};

export type OperationResult = {
  kind: 'verify' | 'chaos' | 'backup';
  at: Timestamp;
  is_good: boolean;
  summary: string;
};

export type OrderCancellation = {
  order_id: string;
  reason: string;
  canceled_by: string | null;
  request_key: string;
  is_announced: boolean;
  at: Timestamp;
};

export type OrderEvent = {
  order_id: string;
  kind: 'completed' | 'canceled' | 'refund_started' | 'refunded' | 'refund_failed' | 'dispute_opened' | 'dispute_won' | 'dispute_lost';
  subject: Generated<string>;
  amount_cents: number | null;
  at: Timestamp;
  mail_id: string | null;
};

export type OrderItem = {
  order_id: string;
  position: number;
  product_id: string | null;
  name: string;
  kind: 'simple' | 'subscription';
  total_cents: number;
  subscription_price_cents: number | null;
  subscription_period: string | null;
  renewal_discount_cents: Generated<number>;
  booster_id: string | null;
  credit_limit_increase_cents: number | null;
};

export type Payment = {
  id: string;
  order_id: string;
  status: 'creating' | 'open' | 'requires_action' | 'processing' | 'succeeded' | 'canceled' | 'duplicate' | 'review';
  amount_cents: number;
  currency: Generated<'usd'>;
  intent_ref: string | null;
  request: Json;
  decline_message: string | null;
  review_reason: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  succeeded_at: Timestamp | null;
  received_cents: number | null;
  invoice_id: string;
  card_brand: string | null;
  card_last4: string | null;
  traceparent: string | null;
};

export type PaymentAttempt = {
  payment_id: string;
  attempt_ref: string;
  at: Timestamp;
  outcome: 'succeeded' | 'declined' | 'authentication_failed' | 'failed';
  decline_code: string | null;
  bank_message: string | null;
  three_d_secure: string | null;
  request_ref: string | null;
};

export type Picture = {
  id: string;
  state: 'waiting' | 'ready' | 'failed';
  width: number;
  height: number;
  problem: Generated<string>;
  uploaded_by: string;
  created_at: Timestamp;
};

export type Post = {
  id: string;
  slug: string;
  title: string;
  meta_title: string;
  meta_description: string;
  image_alt: string;
  banner_image: string;
  body: string;
  excerpt: string;
  tags: string[];
  version: Generated<number>;
  created_at: Timestamp;
  changed_at: Timestamp;
  changed_by: string | null;
  public_id: string | null;
  first_published_at: Timestamp | null;
  has_changes: Generated<boolean>;
  publish_at: Timestamp | null;
  scheduled_by: string | null;
  problem: Generated<string>;
};

export type PostRedirect = {
  slug: string;
  post_id: string;
  made_at: Timestamp;
};

export type PostRevision = {
  post_id: string;
  version: number;
  content: Json;
  begun_at: Timestamp;
  saved_at: Timestamp;
  saved_by: string | null;
  published_at: Timestamp | null;
};

export type PriceChange = {
  id: string;
  product_id: string;
  price_cents: number;
  made_at: Timestamp;
  starts_on: string | null;
  made_by: string | null;
};

export type ProcessorFee = {
  fee_ref: string;
  amount_cents: number;
  taken_at: Timestamp;
};

export type ProcessorTrouble = {
  id: number;
  at: Timestamp;
};

export type Product = {
  id: string;
  name: string;
  kind: 'simple' | 'subscription';
  price_cents: number | null;
  subscription_price_cents: number | null;
  subscription_period: 'month' | 'year' | null;
  image: string;
  position: number;
  active: Generated<boolean>;
  created_at: Generated<Timestamp>;
  version: Generated<number>;
  changed_at: Timestamp | null;
  changed_by: string | null;
  product_group: Generated<'formation' | 'tax' | 'presence' | 'upkeep' | 'growth' | 'other'>;
  details: Json | null;
};

export type ProductBenefit = {
  product_id: string;
  position: number;
  text: string;
};

export type ProductPrice = {
  id: GeneratedAlways<number>;
  product_id: string;
  price_cents: number | null;
  subscription_price_cents: number | null;
  since: Timestamp;
  changed_by: string | null;
};

export type PurchaseRequest = {
  actor: string;
  key: string;
  fingerprint: string;
  order_id: string;
  created_at: Generated<Timestamp>;
  seen_decline: string | null;
};

export type RateLimit = {
  key: string;
  hits: number;
  ends_at: Timestamp;
};

export type RecoveryCode = {
  user_id: string;
  hash: string;
  created_at: Timestamp;
  used_at: Timestamp | null;
};

export type Refund = {
  id: string;
  payment_id: string;
  amount_cents: number;
  reason: 'duplicate' | 'requested' | 'processor';
  state: 'creating' | 'pending' | 'succeeded' | 'failed';
  refund_ref: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  request_key: string | null;
  key_generation: Generated<number>;
  keyed_at: Generated<Timestamp>;
  requested_by: string | null;
  is_silent: Generated<boolean>;
};

export type ReminderAddress = {
  address_hash: string;
  stopped_at: Timestamp | null;
};

export type ReportingConsent = {
  id: GeneratedAlways<number>;
  user_id: string;
  terms_version: string | null;
  agreed_at: Timestamp;
  withdrawn_at: Timestamp | null;
};

export type ReportingItem = {
  id: string;
  user_id: string;
  fact: string;
  kind: 'purchase' | 'line' | 'charge' | 'payment' | 'collections' | 'chargeoff' | 'correction';
  trade: string;
  order_id: string | null;
  invoice_id: string | null;
  amount_cents: Bigint;
  days_late: Generated<number>;
  happened_at: Timestamp;
  created_at: Timestamp;
  changed_at: Timestamp;
  state: Generated<'queued' | 'sent' | 'awaiting_you' | 'awaiting_factiiv' | 'accepted' | 'rejected' | 'disputed' | 'not_reported' | 'withdrawn'>;
  reason: string | null;
  report_id: string | null;
  dispute_message: string | null;
  disputed_at: Timestamp | null;
  dispute_answer: string | null;
  answered_at: Timestamp | null;
  not_before: Timestamp | null;
};

export type SavedView = {
  id: string;
  list: string;
  name: string;
  query: Json;
  owner_id: string;
  is_shared: Generated<boolean>;
  created_at: Timestamp;
};

export type SearchEntry = {
  kind: 'customer' | 'order' | 'cart' | 'invoice' | 'product' | 'message' | 'post';
  id: string;
  opens: string;
  title: string;
  detail: string;
  words: string;
  exact: string[];
  at: Timestamp;
};

export type Session = {
  id: string;
  user_id: string;
  generation: Generated<number>;
  rotated_at: Timestamp;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
  ends_at: Timestamp;
  revoked_at: Timestamp | null;
  revoke_reason: 'log_out' | 'reuse' | 'password_change' | 'password_reset' | 'two_factor_on' | 'email_change' | 'ended_by_user' | 'ended_by_admin' | 'account_closed' | null;
  device: Generated<string>;
  ip: Generated<string>;
  second_factor_at: Timestamp | null;
  first_generation: Generated<number>;
  fresh_factor_at: Timestamp | null;
};

export type Setting = {
  key: string;
  version: number;
  value: Json;
  changed_at: Timestamp;
  changed_by: string;
};

export type ShopIdentity = {
  singleton: Generated<boolean>;
  id: string;
};

export type ShopOrder = {
  id: string;
  number: GeneratedAlways<number>;
  cart_id: string | null;
  status: 'awaiting_payment' | 'in_progress' | 'completed' | 'canceled';
  kind: 'card' | 'free' | 'credit' | 'booster';
  currency: Generated<'usd'>;
  subtotal_cents: number;
  discount_cents: Generated<number>;
  total_cents: number;
  first_name: string;
  last_name: string;
  email: string;
  country: string;
  phone: string;
  address_line1: string;
  fingerprint: string;
  cancel_reason: 'expired' | 'superseded' | 'not_possible' | 'by_staff' | null;
  created_at: Generated<Timestamp>;
  accepted_at: Timestamp | null;
  canceled_at: Timestamp | null;
  user_id: string | null;
  expiry_tried_at: Timestamp | null;
  company: string | null;
  tax_number: string | null;
  completed_at: Timestamp | null;
  renewal_terms_version: string | null;
  renewal_terms_agreed_at: Timestamp | null;
  after_sale: Generated<'none' | 'partially_refunded' | 'refunded' | 'disputed' | 'canceled'>;
  shown_status: GeneratedAlways<string>;
  language: Generated<'en' | 'es' | 'ar'>;
  email_corrections: Generated<number>;
};

export type StaffExport = {
  id: string;
  list: string;
  query: Json;
  made_by: string;
  asked_at: Timestamp;
  state: Generated<'waiting' | 'ready' | 'refused'>;
  file_name: string;
  try: Generated<number>;
  parts: Generated<number>;
  row_count: number | null;
  ready_at: Timestamp | null;
  until: Timestamp;
};

export type StaffNote = {
  id: string;
  about_kind: 'order' | 'customer' | 'message';
  about_id: string;
  text: string;
  author_id: string;
  created_at: Timestamp;
};

export type StatusDay = {
  part: 'orders' | 'payments' | 'email';
  day: string;
  checks: number;
  good: number;
  first_at: Timestamp;
  last_at: Timestamp;
  last_good: boolean;
};

export type Subscription = {
  id: string;
  order_id: string;
  product_id: string;
  name: string;
  price_cents: number;
  period: 'month' | 'year';
  status: 'starting' | 'active' | 'past_due' | 'canceled' | 'ended';
  renews: boolean;
  started_at: Timestamp;
  first_renewal_at: Timestamp;
  paid_until: Timestamp;
  cancel_at_period_end: Generated<boolean>;
  cancel_asked_at: Timestamp | null;
  past_due_since: Timestamp | null;
  ended_at: Timestamp | null;
  end_reason: 'canceled' | 'unpaid' | 'not_renewed' | 'refunded' | 'account_closed' | 'by_staff' | null;
  billing_email: string;
  bill_to: Json;
  terms_version: string | null;
  terms_agreed_at: Timestamp | null;
  customer_ref: string | null;
  card_ref: string | null;
  card_brand: string | null;
  card_last4: string | null;
  card_exp_month: number | null;
  card_exp_year: number | null;
  request: Json | null;
  key_generation: Generated<number>;
  keyed_at: Timestamp | null;
  subscription_ref: string | null;
  change_due: Generated<boolean>;
  next_price_cents: number | null;
  next_price_from: Timestamp | null;
  price_change_id: string | null;
  last_notice_at: Timestamp | null;
  card_notice_for: string | null;
  created_at: Timestamp;
  payer_id: string | null;
  price_checked_for: Timestamp | null;
  price_checked_to: Timestamp | null;
};

export type SubscriptionCardSetup = {
  id: string;
  subscription_id: string;
  customer_ref: string;
  attempt: string | null;
  setup_ref: string | null;
  status: 'creating' | 'open' | 'succeeded' | 'canceled';
  created_at: Timestamp;
};

export type SweepCursor = {
  name: string;
  position: Timestamp;
};

export type WebhookInbox = {
  event_id: string;
  type: string;
  object_ref: string;
  intent_ref: string | null;
  api_version: string | null;
  event_created: Timestamp;
  payload: string;
  received_at: Generated<Timestamp>;
  attempts: Generated<number>;
  done_at: Timestamp | null;
  error: string | null;
  about: Generated<'payment' | 'refund' | 'dispute' | 'setup' | 'subscription' | 'invoice' | 'other'>;
};

export type WriteProbe = {
  id: number;
  written_at: Timestamp;
};

export type DB = {
  account_limit: AccountLimit;
  account_request: AccountRequest;
  alarm: Alarm;
  alarm_notice: AlarmNotice;
  alarm_recipient: AlarmRecipient;
  answer_template: AnswerTemplate;
  app_user: AppUser;
  audit_change: AuditChange;
  audit_check: AuditCheck;
  audit_log: AuditLog;
  blog_post: BlogPost;
  booster: Booster;
  booster_price: BoosterPrice;
  bulk_act: BulkAct;
  bulk_row: BulkRow;
  bureau_connection: BureauConnection;
  bureau_month: BureauMonth;
  bureau_report: BureauReport;
  card_link: CardLink;
  card_setup: CardSetup;
  cart: Cart;
  cart_item: CartItem;
  cart_reminder: CartReminder;
  company: Company;
  comparison: Comparison;
  consent: Consent;
  consent_text: ConsentText;
  contact_answer: ContactAnswer;
  contact_message: ContactMessage;
  coupon: Coupon;
  coupon_product: CouponProduct;
  coupon_redemption: CouponRedemption;
  credit_account: CreditAccount;
  credit_application: CreditApplication;
  credit_autopay: CreditAutopay;
  credit_autopay_try: CreditAutopayTry;
  credit_consent: CreditConsent;
  credit_decision: CreditDecision;
  credit_freeze: CreditFreeze;
  credit_invoice_request: CreditInvoiceRequest;
  credit_movement: CreditMovement;
  credit_note: CreditNote;
  credit_notice: CreditNotice;
  credit_score: CreditScore;
  customer_request: CustomerRequest;
  daily_total: DailyTotal;
  daily_total_change: DailyTotalChange;
  demo_clock: DemoClock;
  dispute: Dispute;
  document_number: DocumentNumber;
  dunning_try: DunningTry;
  edge_purge: EdgePurge;
  effect: Effect;
  email_change: EmailChange;
  email_words: EmailWords;
  guest_customer: GuestCustomer;
  impersonation_grant: ImpersonationGrant;
  invariant_check: InvariantCheck;
  invoice: Invoice;
  mail: Mail;
  one_time_token: OneTimeToken;
  operation_result: OperationResult;
  order_cancellation: OrderCancellation;
  order_event: OrderEvent;
  order_item: OrderItem;
  payment: Payment;
  payment_attempt: PaymentAttempt;
  picture: Picture;
  post: Post;
  post_redirect: PostRedirect;
  post_revision: PostRevision;
  price_change: PriceChange;
  processor_fee: ProcessorFee;
  processor_trouble: ProcessorTrouble;
  product: Product;
  product_benefit: ProductBenefit;
  product_price: ProductPrice;
  purchase_request: PurchaseRequest;
  rate_limit: RateLimit;
  recovery_code: RecoveryCode;
  refund: Refund;
  reminder_address: ReminderAddress;
  reporting_consent: ReportingConsent;
  reporting_item: ReportingItem;
  saved_view: SavedView;
  search_entry: SearchEntry;
  session: Session;
  setting: Setting;
  shop_identity: ShopIdentity;
  shop_order: ShopOrder;
  staff_export: StaffExport;
  staff_note: StaffNote;
  status_day: StatusDay;
  subscription: Subscription;
  subscription_card_setup: SubscriptionCardSetup;
  sweep_cursor: SweepCursor;
  webhook_inbox: WebhookInbox;
  write_probe: WriteProbe;
};
