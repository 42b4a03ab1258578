/** All endpoints of the console. `contract.ts` combines them with the shop's. */
import { endpointsOf } from '#contract/endpoint.ts';
import * as staffAudit from './audit.ts';
import * as staffBoosters from './boosters.ts';
import * as staffBulk from './bulk.ts';
import * as staffExports from './exports.ts';
import * as staffImports from './imports.ts';
import * as staffHealth from './health.ts';
import * as staffCatalog from './catalog.ts';
import * as staffCoupons from './coupons.ts';
import * as staffOverview from './overview.ts';
import * as staffOrderActs from './order-acts.ts';
import * as staffCredit from './credit.ts';
import * as staffCarts from './carts.ts';
import * as staffCustomerActs from './customer-acts.ts';
import * as staffCustomerSections from './customer-sections.ts';
import * as staffCustomers from './customers.ts';
import * as staffEmailTexts from './email-texts.ts';
import * as staffMessages from './messages.ts';
import * as staffMoney from './money.ts';
import * as staffMonth from './month.ts';
import * as staffOrders from './orders.ts';
import * as staffSearch from './search.ts';
import * as staffPageTexts from './page-texts.ts';
import * as staffPictures from './pictures.ts';
import * as staffPosts from './posts.ts';
import * as staffSession from './session.ts';
import * as staffSettings from './settings.ts';
import * as staffPeople from './staff.ts';
import * as staffViews from './views.ts';

export const staffEndpoints = endpointsOf(
  staffAudit,
  staffBoosters,
  staffBulk,
  staffExports,
  staffImports,
  staffHealth,
  staffCatalog,
  staffCoupons,
  staffOverview,
  staffOrderActs,
  staffCredit,
  staffCarts,
  staffCustomerActs,
  staffCustomerSections,
  staffCustomers,
  staffEmailTexts,
  staffMessages,
  staffMoney,
  staffMonth,
  staffOrders,
  staffSearch,
  staffPageTexts,
  staffPictures,
  staffPosts,
  staffSession,
  staffSettings,
  staffPeople,
  staffViews,
);
