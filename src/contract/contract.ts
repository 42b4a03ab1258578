/** All endpoints of the API: every endpoint that a module of this folder exports. */
import * as accounts from './accounts.ts';
import { staffEndpoints } from './admin/endpoints.ts';
import * as blogs from './blogs.ts';
import * as cards from './cards.ts';
import * as boosters from './boosters.ts';
import * as carts from './carts.ts';
import * as catalog from './catalog.ts';
import * as checkout from './checkout.ts';
import * as contacts from './contacts.ts';
import * as coupons from './coupons.ts';
import * as emailChange from './email-change.ts';
import { type Endpoint, endpointsOf } from './endpoint.ts';
import * as guestOrders from './guest-orders.ts';
import * as invoices from './invoices.ts';
import * as orders from './orders.ts';
import * as paymentStatus from './payment-status.ts';
import * as personalData from './personal-data.ts';
import * as credit from './credit.ts';
import * as creditPayments from './credit-payments.ts';
import * as reporting from './reporting.ts';
import * as site from './site.ts';
import * as status from './status.ts';
import * as subscriptions from './subscriptions.ts';
import * as twoFactor from './two-factor.ts';

export const contract = {
  ...endpointsOf(
    accounts,
    blogs,
    cards,
    boosters,
    carts,
    catalog,
    checkout,
    contacts,
    coupons,
    emailChange,
    guestOrders,
    invoices,
    orders,
    paymentStatus,
    personalData,
    credit,
    creditPayments,
    reporting,
    site,
    status,
    subscriptions,
    twoFactor,
  ),
  ...staffEndpoints,
} as const satisfies Record<string, Endpoint>;
