/**
 * Events of a credit account, applied both to the shop and to an in-memory model that adds and subtracts.
 * Used by the ledger's model test.
 */
import { creditTerms, defaultSchedule, dueDate, halves, onTimeBonus, utcDay } from '#kernel/credit-terms.ts';
import { cents } from '#kernel/money.ts';
import { takeBoosterBack } from '#modules/credit/ledger/booster-disputes.ts';
import * as freezes from '#modules/credit/ledger/freezes.ts';
import * as ledger from '#modules/credit/ledger/service.ts';
import { changeLimit, closeAccount } from '#modules/credit/ledger/opening.ts';
import * as store from '#modules/credit/ledger/store.ts';
import { expect } from 'vitest';
import {
  anOrderRow,
  buyOnCredit,
  completeOrderRow,
  type CreditShop,
  inTx,
  issueHalf,
  payInvoice,
} from './builders/credit-account.ts';
import { type Application, apply, decide } from './credit-application-life.ts';
import { aDispute, aRefundRow, reportDispute, reportRefund } from './credit-money-back.ts';

type Half = {
  id: string;
  owed: number;
  paid: number;
  dueOn: string;
  isLate: boolean;
  lastRef: string | null;
  isOff: boolean;
  lost: { ref: string; amount: number } | null;
};
type Order = { id: string; total: number; hold: number; halves: Half[] } & OrderState;
type OrderState = { isCompleted: boolean; isSpoiled: boolean; bonus: number; bonusBack: boolean };
type Booster = { id: string; amount: number; refunded: number; taken: number };
export type Model = {
  isOpen: boolean;
  approved: number;
  available: number;
  byStaff: boolean;
  orders: Order[];
  boosters: Booster[];
  application: Application;
  refs: number;
};
export type Step = { kind: keyof typeof acts; pick: number; size: number };
type Clock = { at: Date };
/** A customer of the shop, and the model of their account. */
export type Life = { shop: CreditShop; clock: Clock; userId: string; email: string; model: Model };

export const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
export const halvesOf = ({ orders }: Model): Half[] => orders.flatMap((order) => order.halves);
export const held = ({ orders }: Model): number => sum(orders.map(({ hold }) => hold));
export const owed = (model: Model): number => sum(halvesOf(model).map((half) => half.owed));
const today = (clock: Clock): string => utcDay(clock.at);
const isPastDue = (model: Model, clock: Clock): boolean =>
  halvesOf(model).some((half) => half.owed > 0 && half.dueOn < today(clock));
/** `-1` picks the newest. */
const pickOf = <T>(items: T[], pick: number): T | undefined =>
  pick < 0 ? items.at(-1) : items[pick % Math.max(1, items.length)];
const orderOf = (model: Model, half: Half): Order | undefined =>
  model.orders.find((order) => order.halves.includes(half));

/** On a closed account, returned credit lowers the limit instead of becoming available. */
function settle(model: Model): void {
  if (model.isOpen || model.available <= 0) return;
  model.application.givenBack = model.available;
  model.approved -= model.available;
  model.available = 0;
}

function closeIn(model: Model): Application {
  model.isOpen = false;
  model.application.givenBack ??= 0;
  return model.application;
}

function releaseHold(model: Model, order: Order): void {
  if (order.hold > 0) order.isSpoiled = true;
  model.available += order.hold;
  order.hold = 0;
}

function giveBonus(model: Model, order: Order): void {
  const paid = sum(order.halves.map((half) => half.paid));
  const isEarned =
    order.isCompleted && model.isOpen && paid === order.total && !order.isSpoiled && order.bonus === 0;
  if (!isEarned || order.halves.some(({ isLate }) => isLate)) return;
  order.bonus = onTimeBonus(cents(order.total), cents(model.approved), defaultSchedule.bonusBasisPoints);
  model.approved += order.bonus;
  model.available += order.bonus;
}

function markSpoiled(model: Model, order: Order | undefined): void {
  if (order === undefined) return;
  order.isSpoiled = true;
  if (order.bonus === 0 || order.bonusBack) return;
  const returned = Math.min(order.bonus, model.approved);
  order.bonusBack = returned > 0;
  model.approved -= returned;
  model.available -= returned;
}

const onAccount = (
  shop: CreditShop,
  userId: string,
  work: (tx: Parameters<typeof store.lockOf>[0], account: store.Account) => Promise<unknown>,
) =>
  inTx(shop, async (tx) => {
    const account = await store.lockOf(tx, userId);
    if (account !== null) await work(tx, account);
  });

/**
 * Each act applies the same event to the shop and to the model. An event that is impossible now is skipped,
 * or both reject it.
 */
export const acts = {
  apply,
  decide,
  buy: async ({ shop, clock, userId, model }: Life, { size }: Step) => {
    const total = cents(Math.max(1, Math.round(size * 30_000)));
    const isFrozen = model.byStaff || isPastDue(model, clock);
    const refusal = !model.isOpen
      ? 'Not enough'
      : isFrozen
        ? 'on hold'
        : total < 100
          ? 'at least $1.00'
          : total > model.available
            ? 'Not enough'
            : null;
    if (refusal !== null) return expect(buyOnCredit(shop, userId, total)).rejects.toThrow(refusal);
    const id = await buyOnCredit(shop, userId, total);
    model.orders.push({
      id,
      total,
      hold: total,
      halves: [],
      isCompleted: false,
      isSpoiled: false,
      bonus: 0,
      bonusBack: false,
    });
    model.available -= total;
  },
  issue: async ({ shop, clock, model }: Life, { pick }: Step) => {
    const order = pickOf(
      model.orders.filter((order) => order.hold > 0),
      pick,
    );
    if (order === undefined) return;
    const half = order.halves.length === 0 ? 1 : 2;
    const share = halves(cents(order.total))[half - 1] ?? cents(0);
    const id = await issueHalf(shop, order.id, half);
    order.halves.push({
      id,
      owed: share,
      paid: 0,
      dueOn: dueDate(today(clock)),
      isLate: false,
      lastRef: null,
      isOff: false,
      lost: null,
    });
    order.hold -= share;
  },
  complete: async ({ shop, model }: Life, { pick }: Step) => {
    const order = pickOf(
      model.orders.filter((order) => !order.isCompleted),
      pick,
    );
    if (order === undefined) return;
    await completeOrderRow(shop, order.id);
    order.isCompleted = true;
    giveBonus(model, order);
  },
  pay: async ({ shop, clock, model }: Life, { pick, size }: Step) => {
    const half = pickOf(
      halvesOf(model).filter((invoice) => invoice.owed > 0 && !invoice.isOff),
      pick,
    );
    const order = half && orderOf(model, half);
    if (half === undefined || order === undefined) return;
    const part = cents(size < 0.3 ? Math.max(1, Math.round(half.owed * size)) : half.owed);
    model.refs += 1;
    half.lastRef = `ch_${half.id}_${model.refs}`;
    await payInvoice(shop, half.id, { amount: part, paymentRef: half.lastRef });
    Object.assign(half, {
      owed: half.owed - part,
      paid: half.paid + part,
      isLate: half.isLate || half.dueOn < today(clock),
    });
    model.available += part;
    settle(model);
    giveBonus(model, order);
  },
  payTwice: async ({ shop, clock, model }: Life, { pick }: Step) => {
    const half = pickOf(
      halvesOf(model).filter((invoice) => invoice.lastRef !== null),
      pick,
    );
    if (half?.lastRef == null) return;
    const key = `invoice-payment:${half.lastRef}`;
    const row = await shop.db
      .selectFrom('credit_movement')
      .select('available_cents')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    const repeatedPayment = {
      invoiceId: half.id,
      paymentRef: half.lastRef,
      amount: cents(row.available_cents),
      paidAt: clock.at,
    };
    await inTx(shop, (tx) => ledger.invoicePaid(tx, shop.deps, repeatedPayment));
  },
  /** A lost dispute is owed again; a refund is credited as well. Each is reported twice. */
  giveBack: async ({ shop, clock, model }: Life, { pick, size }: Step) => {
    const paid = halvesOf(model).filter((invoice) => invoice.paid > 0 && !invoice.isOff);
    const half = pickOf(paid, pick);
    const order = half && orderOf(model, half);
    if (half === undefined || order === undefined) return;
    model.refs += 1;
    const amount = cents(Math.max(1, Math.round(half.paid * size)));
    const ref = `back_${half.id}_${model.refs}`;
    const about = { invoiceId: half.id, orderId: order.id, amount };
    if (size < 0.5)
      for (let delivery = 0; delivery < 2; delivery += 1)
        await reportRefund(shop, { ...about, refundId: ref });
    else {
      await aDispute(shop, { ...about, disputeRef: ref });
      for (let delivery = 0; delivery < 2; delivery += 1)
        await reportDispute(shop, 'lost', { ...about, disputeRef: ref });
      if (half.owed === 0) half.dueOn = dueDate(today(clock));
      Object.assign(half, { owed: half.owed + amount, paid: half.paid - amount, lost: { ref, amount } });
      model.available -= amount;
    }
    markSpoiled(model, order);
  },
  /** The last dispute of an invoice is won on appeal, which settles what is still owed for it. */
  winBack: async ({ shop, model }: Life, { pick }: Step) => {
    const lost = halvesOf(model).filter((invoice) => invoice.lost !== null && !invoice.isOff);
    const half = pickOf(lost, pick);
    const order = half && orderOf(model, half);
    if (half?.lost == null || order === undefined) return;
    const { ref: disputeRef, amount } = half.lost;
    for (let delivery = 0; delivery < 2; delivery += 1)
      await reportDispute(shop, 'won', { disputeRef, orderId: order.id, amount: cents(amount) });
    const counts = Math.min(amount, half.owed);
    Object.assign(half, { owed: half.owed - counts, paid: half.paid + counts, lost: null });
    model.available += counts;
    settle(model);
  },
  void: async ({ shop, clock, model }: Life, { pick }: Step) => {
    const half = pickOf(
      halvesOf(model).filter((invoice) => invoice.owed > 0 && invoice.paid === 0 && !invoice.isOff),
      pick,
    );
    const order = half && orderOf(model, half);
    if (half === undefined || order === undefined) return;
    await inTx(shop, async (tx) => {
      await tx
        .updateTable('invoice')
        .set({ status: 'void', closed_at: clock.at })
        .where('id', '=', half.id)
        .execute();
      for (let delivery = 0; delivery < 2; delivery += 1)
        await ledger.invoiceVoided(tx, shop.deps, { invoiceId: half.id });
    });
    model.available += half.owed;
    Object.assign(half, { owed: 0, isOff: true });
    order.isSpoiled = true;
    settle(model);
  },
  cancel: async ({ shop, model }: Life, { pick }: Step) => {
    const order = pickOf(model.orders, pick);
    if (order === undefined) return;
    for (let delivery = 0; delivery < 2; delivery += 1)
      await inTx(shop, (tx) => ledger.orderCanceled(tx, shop.deps, { orderId: order.id }));
    releaseHold(model, order);
    settle(model);
  },
  boost: async ({ shop, clock, userId, model }: Life, { size }: Step) => {
    const rise = cents(size > 0.97 ? 4_990_000 : 25_000);
    const id = await inTx(shop, (tx) => anOrderRow(tx, { userId, total: cents(4_900), now: clock.at }));
    const raise = () =>
      inTx(shop, (tx) => ledger.limitRaised(tx, shop.deps, { userId, orderId: id, amount: rise }));
    if (!model.isOpen) return expect(raise()).rejects.toThrow('no Net 30 account');
    if (model.approved + rise > creditTerms.highestLimit)
      return expect(raise()).rejects.toThrow('cannot rise above');
    await Promise.all([raise(), raise()]);
    model.boosters.push({ id, amount: rise, refunded: 0, taken: 0 });
    model.approved += rise;
    model.available += rise;
  },
  unboost: async ({ shop, model }: Life, { pick, size }: Step) => {
    const booster = pickOf(model.boosters, pick);
    if (booster === undefined || booster.refunded === 4_900) return;
    const part =
      size > 0.5 ? 4_900 - booster.refunded : Math.max(1, Math.floor((4_900 - booster.refunded) * size));
    const refundId = await aRefundRow(shop, { orderId: booster.id, amount: cents(part) });
    const takeBack = () =>
      inTx(shop, (tx) => takeBoosterBack(tx, shop.deps, { orderId: booster.id, refundId }));
    await Promise.all([takeBack(), takeBack()]);
    booster.refunded += part;
    const decrease = Math.min(
      Math.floor((booster.amount * booster.refunded) / 4_900) - booster.taken,
      model.approved,
    );
    booster.taken += decrease;
    model.approved -= decrease;
    model.available -= decrease;
  },
  limit: async ({ shop, userId, model }: Life, { size }: Step) => {
    if (!model.isOpen) return;
    const to = cents(Math.max(1, Math.round(size * 70_000)));
    const change = { to, reason: 'a test', actorId: null };
    await onAccount(shop, userId, (tx, account) => changeLimit(tx, shop.deps, account, change));
    model.available += to - model.approved;
    model.approved = to;
  },
  staff: async ({ shop, userId, model }: Life, { size }: Step) => {
    if (size < 0.5)
      await onAccount(shop, userId, (tx, account) =>
        freezes.freezeByStaff(tx, shop.deps, account, { reason: 'a test', actorId: null }),
      );
    else await onAccount(shop, userId, (tx, account) => freezes.unfreezeByStaff(tx, shop.deps, account));
    model.byStaff = size < 0.5;
  },
  days: async ({ clock }: Life, { size }: Step) => {
    clock.at = new Date(clock.at.getTime() + Math.round(size * 15) * 86_400_000 + 1_000);
  },
  sweep: async ({ shop, userId }: Life) => {
    await onAccount(shop, userId, (tx, account) => freezes.freezeWhenPastDue(tx, shop.deps, account));
    await onAccount(shop, userId, (tx, account) => freezes.unfreezeWhenPaid(tx, shop.deps, account));
  },
  writeOff: async ({ shop, clock, userId, model }: Life, { size }: Step) => {
    if (size < 0.5) return;
    const lost = owed(model);
    const giveUp = () => inTx(shop, (tx) => ledger.writtenOff(tx, shop.deps, { userId, actorId: null }));
    if (lost === 0) return expect(giveUp()).rejects.toThrow('Nothing is owed');
    expect(await giveUp()).toBe(lost);
    for (const half of halvesOf(model).filter((invoice) => invoice.owed > 0)) {
      await shop.db
        .updateTable('invoice')
        .set({ status: 'uncollectible', closed_at: clock.at })
        .where('id', '=', half.id)
        .execute();
      Object.assign(half, { owed: 0, isOff: true });
      Object.assign(orderOf(model, half) ?? {}, { isSpoiled: true });
    }
    const ofLimit = Math.min(lost, model.approved);
    model.approved -= ofLimit;
    model.available += lost - ofLimit;
    for (const order of model.orders) releaseHold(model, order);
    if (model.isOpen) closeIn(model).isWrittenOff = true;
    settle(model);
  },
  close: async ({ shop, userId, model }: Life, { size }: Step) => {
    if (size < 0.8 || !model.isOpen) return;
    const closing = onAccount(shop, userId, (tx, account) =>
      closeAccount(tx, shop.deps, account, 'by_customer'),
    );
    if (held(model) + owed(model) > 0)
      return expect(closing).rejects.toThrow('Please pay your open invoices first');
    await closing;
    closeIn(model);
    settle(model);
  },
};
