/** All rows of the API. A row that is not listed here is not served, and a test says so. */
import * as carts from './carts.ts';
import * as catalog from './catalog.ts';
import * as checkout from './checkout.ts';
import * as coupons from './coupons.ts';
import type { Endpoint } from './endpoint.ts';
import * as site from './site.ts';

export const contract = {
  listProducts: catalog.listProducts,
  readCouponByCode: coupons.readCouponByCode,
  createCart: carts.createCart,
  readCart: carts.readCart,
  updateCart: carts.updateCart,
  deleteCart: carts.deleteCart,
  createAndPurchase: checkout.createAndPurchase,
  readPaymentStatus: checkout.readPaymentStatus,
  readRuntimeConfig: site.readRuntimeConfig,
} as const satisfies Record<string, Endpoint>;
