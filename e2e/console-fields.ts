/**
 * Every text that staff see and another person has typed, and the console screens that show it. No file name
 * is shown.
 */
import { screensOfContent } from '#e2e/content-fields.ts';
import { screensOfMessages } from '#e2e/message-fields.ts';

export const fields = [
  ...[
    'userFirst',
    'userLast',
    'userEmail',
    'userPhone',
    'userAddress',
    'userCity',
    'device',
    'network',
    'customerNote',
    'grantReason',
  ],
  ...[
    'orderFirst',
    'orderLast',
    'orderEmail',
    'orderPhone',
    'orderAddress',
    'orderCompany',
    'orderTax',
    'item',
    'bank',
    'orderNote',
  ],
  ...[
    'cartFirst',
    'cartLast',
    'cartEmail',
    'cartPhone',
    'cartAddress',
    'cartCompany',
    'cartCoupon',
    'mailSubject',
  ],
  ...[
    'companyName',
    'companyAddress',
    'companyCity',
    'companyPhone',
    'companyWebsite',
    'businessName',
    'freezeReason',
    'disputeReason',
  ],
  ...['product', 'benefit', 'productPage', 'boosterTitle', 'boosterWords', 'coupon', 'view'],
  ...['senderFirst', 'senderLast', 'senderEmail', 'senderPhone', 'messageText'],
  ...['answerText', 'messageNote', 'templateName', 'templateText'],
  ...['postTitle', 'postTags', 'postCover', 'postBeginning', 'emailText'],
  ...['faqQuestion', 'faqAnswer', 'faqLink', 'testimonialWords', 'testimonialName', 'testimonialRole'],
  ...['assuranceTitle', 'assuranceText', 'timelineTitle', 'timelineText'],
] as const;
export type Field = (typeof fields)[number];
export type Texts = Record<Field, string>;

export type Places = Record<
  | 'staff'
  | 'user'
  | 'order'
  | 'payment'
  | 'cart'
  | 'company'
  | 'application'
  | 'account'
  | 'freeze'
  | 'dispute'
  | 'grant'
  | 'view'
  | 'message'
  | 'template'
  | 'post',
  string
> & { coupon: number };

export const product = 'typed-by-anybody';
export const booster = 'typed-by-anybody';

const ofUser: Field[] = ['userFirst', 'userLast'];
const ofOrder: Field[] = ['orderFirst', 'orderLast'];

export const screensFor = (at: Places): [path: string, shows: Field[]][] => [
  ['', ['companyName', 'userEmail', ...ofOrder]],
  [`/orders?customer=${at.user}`, [...ofOrder, 'item', 'view']],
  [
    `/orders/${at.order}`,
    [
      ...ofOrder,
      'orderEmail',
      'orderPhone',
      'orderAddress',
      'orderCompany',
      'orderTax',
      'item',
      'bank',
      'orderNote',
    ],
  ],
  ['/customers', ofUser],
  [
    `/customers/${at.user}`,
    [
      ...ofUser,
      'userEmail',
      'userPhone',
      'userAddress',
      'userCity',
      'device',
      'network',
      'customerNote',
      'grantReason',
      'companyName',
      'businessName',
    ],
  ],
  [`/customers/${at.user}/edit`, [...ofUser, 'userPhone', 'userAddress', 'userCity']],
  [
    `/carts/${at.cart}`,
    [
      'cartFirst',
      'cartLast',
      'cartEmail',
      'cartPhone',
      'cartAddress',
      'cartCompany',
      'cartCoupon',
      'product',
    ],
  ],
  ['/credit', ['companyName']],
  [
    `/credit/${at.application}`,
    [
      ...ofUser,
      'companyName',
      'companyAddress',
      'companyCity',
      'companyPhone',
      'companyWebsite',
      'userPhone',
      'userAddress',
    ],
  ],
  [`/credit/accounts/${at.account}`, ['freezeReason']],
  ['/catalog', ['product']],
  [`/catalog/products/${product}`, ['product', 'benefit', 'productPage']],
  ['/catalog/boosters', ['boosterTitle']],
  [`/catalog/boosters/${booster}`, ['boosterTitle', 'boosterWords']],
  ['/catalog/coupons', ['coupon']],
  [`/catalog/coupons/${at.coupon}`, ['coupon']],
  ...screensOfMessages(at),
  ...screensOfContent(at),
  ['/money/refunds', ofOrder],
  ['/money/disputes', ofOrder],
  [`/money/disputes/${at.dispute}`, [...ofOrder, 'orderEmail']],
  [`/settings/audit?record=${at.user}`, ofUser],
];
