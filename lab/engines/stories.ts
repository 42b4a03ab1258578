/**
 * The main stories in engines other than Chromium, for `npm run lab -- test:engines`: Firefox ESR and
 * WebKitGTK as packaged by Debian. All other stories run in Chromium only (e2e/*.spec.ts).
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type RunningShop, startShop } from '#e2e/running-shop.ts';
import type { Engine, Programs } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { until } from '#test/until.ts';
import {
  addToCart,
  aPerson,
  buyInSpanish,
  fillBilling,
  fillCard,
  logIn,
  type Person,
  register,
  toCheckout,
} from './steps.ts';
import { a, type Visitor, visitorIn } from './visitor.ts';
import { startWebKit } from './webkit.ts';

const bankFrame = 'Card authentication frame';

const shop = { running: undefined as RunningShop | undefined };
const running = (): RunningShop => {
  if (shop.running === undefined) throw new Error('the shop is not running');
  return shop.running;
};
beforeAll(async () => {
  shop.running = await startShop();
});
afterAll(() => shop.running?.stop());

async function expectPaid(visitor: Visitor, { email }: Person, totalCents: number): Promise<void> {
  await visitor.arrive('/payment-successful');
  await visitor.see(a.text('Payment successful'));
  const orders = await running()
    .db.selectFrom('shop_order')
    .innerJoin('payment', 'payment.order_id', 'shop_order.id')
    .select(['total_cents', 'payment.status'])
    .where('email', '=', email)
    .execute();
  expect(orders).toEqual([{ total_cents: totalCents, status: 'succeeded' }]);
}

/** The link in the first email to this person. */
async function linkFor({ email }: Person): Promise<string> {
  const query = new URLSearchParams({ to: email, count: '1', wait: '20000' });
  const emails = (await (await fetch(`${running().sandboxOrigin}/control/mailbox?${query}`)).json()) as {
    text: string;
  }[];
  return emails.flatMap(({ text }) => text.match(/https?:\/\/\S+\?confirmToken=\S+/) ?? [])[0] ?? '';
}

const storedItems = (visitor: Visitor) => visitor.engine.run<string[]>('Object.keys(localStorage).sort()');

const engines = [
  {
    name: 'Firefox ESR',
    start: startFirefox,
    owner: { email: 'mateo@demo.example', name: 'Mateo Silva', password: 'stateside demo second' },
    subscriber: { email: 'sofia@demo.example', password: 'stateside demo applicant' },
    staff: {
      email: 'owner@demo.example',
      password: 'stateside demo owner',
      refunds: 'S-1005',
      paid: '$219.95',
      buyer: 'Priya Raman',
    },
  },
  {
    name: 'WebKitGTK',
    start: startWebKit,
    owner: { email: 'amara@demo.example', name: 'Amara Okafor', password: 'stateside demo customer' },
    subscriber: { email: 'diego@demo.example', password: 'stateside demo frozen' },
    staff: {
      email: 'support@demo.example',
      password: 'stateside demo support',
      refunds: 'S-1007',
      paid: '$149.50',
      buyer: 'Sofia Lindqvist',
    },
  },
];

let visitor: Visitor;

/** Starts a fresh browser for each story. */
function restartBeforeEach(start: (programs: Programs) => Promise<Engine>): void {
  beforeEach(async () => {
    visitor = visitorIn(await start(inject('programs')), running().origin);
  });
  afterEach(() => visitor.engine.stop());
}

describe.each(engines)('$name: buying', ({ start, subscriber }) => {
  restartBeforeEach(start);

  test('a look at checkout and back to the products: the order is placed, and no page keeps a lock', async () => {
    const person = aPerson();
    await visitor.open('/products');
    await addToCart(visitor, 'EIN filing');
    await toCheckout(visitor);
    await visitor.press(a.link('Products', '//header'));
    await addToCart(visitor, 'ITIN application');
    expect(await visitor.engine.run('navigator.locks.query()')).toEqual({ held: [], pending: [] });
    await toCheckout(visitor);
    await fillBilling(visitor, person);
    await fillCard(visitor, '4242424242424242');
    await visitor.press(a.button('Complete order'));
    await expectPaid(visitor, person, 44_850);
  });

  test('the bank asks with 3-D Secure, the buyer passes, and the order is paid', async () => {
    const person = aPerson();
    await visitor.open('/products');
    await addToCart(visitor, 'EIN filing');
    await toCheckout(visitor);
    await fillBilling(visitor, person);
    await fillCard(visitor, '4000002500003155');
    await visitor.press(a.button('Complete order'));
    await visitor.press(a.button('Complete authentication'), bankFrame);
    await expectPaid(visitor, person, 14_950);
  });

  test('in Spanish: from the product to the thank-you page', () => buyInSpanish(visitor, aPerson()));

  test('on account: chosen at checkout, placed without a card, and owed in the profile', async () => {
    await visitor.open('/login');
    await logIn(visitor, { email: 'priya@demo.example' }, 'stateside demo credit');
    await addToCart(visitor, 'Mail scan pack');
    await toCheckout(visitor);
    await visitor.press("//label[.//*[normalize-space()='Purchase with Credit']]");
    await visitor.see(a.text('Nothing is charged today.'));
    await visitor.press(a.button('Complete order'));
    await visitor.arrive('/credit-purchase-successful');
    await visitor.see(a.button('Print order'));
    await visitor.press(a.button('Back to home'));
    await visitor.arrive('/');
    await visitor.open('/profile/credit');
    await visitor.see(a.button('Pay now'));
  });

  test('a subscription: agreed to, bought, canceled in two clicks, and renewed after all', async () => {
    await visitor.open('/login');
    await logIn(visitor, subscriber, subscriber.password);
    await addToCart(visitor, 'US phone number');
    await toCheckout(visitor);
    await visitor.press("//section[.//h3[normalize-space()='Renewals']]//input[@type='checkbox']");
    await fillCard(visitor, '4242424242424242');
    await visitor.press(a.button('Complete order'));
    await visitor.arrive('/payment-successful');
    await visitor.open('/profile/subscriptions');
    await visitor.press("//button[starts-with(normalize-space(), 'Cancel subscription')]");
    await visitor.press(a.button('Cancel subscription', '//dialog'));
    await visitor.see(a.text('Canceled. It stays active until'));
    await visitor.press("//button[starts-with(normalize-space(), 'Keep this subscription')]");
    await visitor.see("//button[starts-with(normalize-space(), 'Cancel subscription')]");
  });
});

describe.each(engines)('$name: accounts', ({ start }) => {
  restartBeforeEach(start);

  test('an account: register, confirm, log in, look at the profile, log out', async () => {
    const person = aPerson();
    await register(visitor, person);
    await visitor.engine.open(await linkFor(person));
    await visitor.see(a.text('Email Verified Successfully'));
    await visitor.press(a.link('Login', '//main'));
    await logIn(visitor, person);
    await visitor.press(a.button(person.firstName, '//header'));
    await visitor.press(a.link('Profile', '//header'));
    await visitor.see(a.text('Welcome,'));
    await visitor.press(a.button(person.firstName, '//header'));
    await visitor.see(a.button('Logout', '//header'));
    await visitor.press('//main//h1');
    await visitor.see(`${a.button(person.firstName, '//header')}[@aria-expanded='false']`);
    await visitor.press(a.button(person.firstName, '//header'));
    await visitor.press(a.button('Logout', '//header'));
    await visitor.press(a.button('Logout', '//dialog'));
    await visitor.arrive('/');
    await visitor.see(a.link('Login', '//header'));
    expect(await storedItems(visitor)).toEqual([]);
  });
});

describe.each(engines)('$name: how pages look and load', ({ start }) => {
  restartBeforeEach(start);

  test('large drawings stand beside the headline', async () => {
    for (const path of ['/', '/net-30-vendor', '/about-us', '/products']) {
      await visitor.open(path);
      const { drawing, headline } = await visitor.engine.run<
        Record<'drawing' | 'headline', DOMRect>
      >(`(() => {
        const headline = document.querySelector('main h1');
        const place = (element) => element.getBoundingClientRect().toJSON();
        return { drawing: place(headline.closest('.grid').querySelector('svg[width][height]')), headline: place(headline) };
      })()`);
      expect(drawing.left >= headline.right || drawing.right <= headline.left, path).toBe(true);
      expect(drawing.width, path).toBeLessThan(750);
    }
  });

  test('a page is fetched ahead without breaking the policy', async () => {
    await visitor.open('/faq');
    // A link works after hydration (see `alive` in e2e/story.ts).
    await visitor.is(
      'the page is alive',
      `(() => {
        const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$')) ?? '';
        return document[key]?.stateNode.current.memoizedState.isDehydrated === false;
      })()`,
    );
    await visitor.engine.run(`(() => {
      window.broken = [];
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => broken.push(violatedDirective + ' ' + blockedURI));
      document.querySelector('header a[href="/products"]').focus();
    })()`);
    await visitor.is(
      'the link asks ahead',
      `document.querySelector('link[rel=prefetch][href="/products.data"]') !== null`,
    );
    await visitor.press(a.link('Products', '//header'));
    await visitor.arrive('/products');
    expect(await visitor.engine.run('broken')).toEqual([]);
  });

  test('a table of a post that is seen whole has no shadow', async () => {
    await visitor.open('/blogs/net-30-accounts-explained');
    await visitor.see('//main//table');
    const checks = await visitor.engine.run<string[]>(`[...document.querySelectorAll('.reading-table')]
      .filter((table) => table.scrollWidth <= table.clientWidth)
      .map((table) => getComputedStyle(table).boxShadow)`);
    expect(new Set(checks)).toEqual(new Set(['none']));
  });
});

describe.each(engines)('$name: reporting', ({ start, owner }) => {
  restartBeforeEach(start);

  test('Factiiv is connected where windows are blocked: the score and the reports are there', async () => {
    await visitor.open('/login');
    await logIn(visitor, owner, owner.password);
    await visitor.open('/profile?section=factiiv');
    await visitor.press(
      "//label[contains(normalize-space(), 'I agree that Stateside reports my purchases')]",
    );
    await visitor.engine.run('void (window.open = () => null)');
    await visitor.press(a.button('Connect to Factiiv'));
    await visitor.press(a.button(`${owner.name} ${owner.email}`));
    await visitor.press(a.button('Allow'));
    await visitor.arrive('/connect/factiiv');
    await visitor.see(a.text('fact account connected successfully'));
    expect(await visitor.engine.run<string>('location.search')).toBe('');
    await visitor.press(a.link('Back to your profile'));
    await visitor.see(a.text('Number of Active Trade Lines'));
    await visitor.press(a.button('Sync Trades'));
    await visitor.see(a.text('your purchases are synced successfully'));
  });
});

/**
 * Returns a code from the sandbox, which replaces a phone. A code works once, so this waits until there is an
 * unused one.
 */
const taken = new Set<string>();
const codeFor = (email: string): Promise<string> =>
  until('there is a code that was not taken', async () => {
    const answer = await fetch(`${running().sandboxOrigin}/control/authenticators`);
    const { data } = (await answer.json()) as { data: { name: string; code: string }[] };
    const code = data.find(({ name }) => name === email)?.code ?? '';
    if (code === '' || taken.has(email + code)) return false;
    taken.add(email + code);
    return code;
  });

async function logInAsStaff({ email, password }: { email: string; password: string }): Promise<void> {
  await visitor.open('/login');
  await visitor.fill('Email', email);
  await visitor.fill('Password', password);
  await visitor.press(a.button('Login', '//main'));
  await visitor.see(a.field('Code'));
  await visitor.fill('Code', await codeFor(email));
  await visitor.press(a.button('Login', '//main'));
  await visitor.arrive('/admin');
}

/** A user who may write posts. */
const owner = { email: 'owner@demo.example', password: 'stateside demo owner' };

describe.each(engines)('$name: the console', ({ name, start, staff }) => {
  restartBeforeEach(start);

  test('staff log in with a code, find an order, and give its money back', async () => {
    await logInAsStaff(staff);
    await visitor.press("//nav//a[span[normalize-space()='Orders']]");
    await visitor.press(`//main//a[normalize-space()='${staff.refunds}']`);
    await visitor.see(`//h1[normalize-space()='${staff.refunds}']`);
    await visitor.press(a.button('More actions', '//main'));
    await visitor.press("//dialog//button[starts-with(normalize-space(), 'Refund')]");
    await visitor.press(a.button(`Refund ${staff.paid} to ${staff.buyer}`));
    await visitor.see(a.text(`Refund of ${staff.paid} to ${staff.buyer} started`));
    await visitor.see(a.text('Refunded'));
  });

  test('a post is written on in the editor, kept, and published: visitors read it', async () => {
    await logInAsStaff(owner);
    const { id, slug } = await running()
      .db.selectFrom('post')
      .select(['id', 'slug'])
      .where('slug', '=', 'itin-step-by-step')
      .executeTakeFirstOrThrow();
    const words = `Written in ${name}.`;
    await visitor.open(`/admin/content/posts/${id}`);
    const first = "//*[@role='textbox'][@aria-label='Text']//p[1]";
    await visitor.press(first);
    await visitor.type(first, words);
    await visitor.see("//*[@role='status'][normalize-space()='Saved']");
    await visitor.press("//main//button[starts-with(normalize-space(), 'Publish changes')]");
    await visitor.see(a.text('Published'));
    await visitor.open(`/blogs/${slug}`);
    await visitor.see(a.text(words));
  });
});
