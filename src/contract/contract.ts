/** All endpoints of the API. An endpoint that is not listed here is not served, and a test checks that. */
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
import type { Endpoint } from './endpoint.ts';
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
  register: accounts.register,
  confirmEmail: accounts.confirmEmail,
  resendConfirmation: accounts.resendConfirmation,
  login: accounts.login,
  me: accounts.me,
  forgotPassword: accounts.forgotPassword,
  resetPassword: accounts.resetPassword,
  setPassword: accounts.setPassword,
  updatePassword: accounts.updatePassword,
  refreshToken: accounts.refreshToken,
  logout: accounts.logout,
  updateUser: accounts.updateUser,
  askEmailChange: emailChange.askEmailChange,
  readEmailChange: emailChange.readEmailChange,
  cancelEmailChange: emailChange.cancelEmailChange,
  confirmEmailChange: emailChange.confirmEmailChange,
  listSessions: accounts.listSessions,
  endSession: accounts.endSession,
  endOtherSessions: accounts.endOtherSessions,
  endActing: accounts.endActing,
  startTwoFactor: twoFactor.startTwoFactor,
  confirmTwoFactor: twoFactor.confirmTwoFactor,
  renewRecoveryCodes: twoFactor.renewRecoveryCodes,
  removeTwoFactor: twoFactor.removeTwoFactor,
  readArchive: personalData.readArchive,
  deleteAccount: personalData.deleteAccount,
  connectFactiiv: reporting.connectFactiiv,
  readReporting: reporting.readReporting,
  disconnectFactiiv: reporting.disconnectFactiiv,
  agreeToReporting: reporting.agreeToReporting,
  withdrawReporting: reporting.withdrawReporting,
  syncTrades: reporting.syncTrades,
  readCreditScore: reporting.readCreditScore,
  listCreditScores: reporting.listCreditScores,
  refreshCreditScore: reporting.refreshCreditScore,
  rereadCreditScore: reporting.rereadCreditScore,
  deleteCreditScore: reporting.deleteCreditScore,
  listReports: reporting.listReports,
  disputeReport: reporting.disputeReport,
  listProducts: catalog.listProducts,
  listProductsOfPost: catalog.listProductsOfPost,
  readProduct: catalog.readProduct,
  readCouponByCode: coupons.readCouponByCode,
  createCart: carts.createCart,
  readCart: carts.readCart,
  updateCart: carts.updateCart,
  deleteCart: carts.deleteCart,
  readPendingCart: carts.readPendingCart,
  mergeCart: carts.mergeCart,
  stopReminders: carts.stopReminders,
  listPaymentMethods: cards.listPaymentMethods,
  addPaymentMethod: cards.addPaymentMethod,
  removePaymentMethod: cards.removePaymentMethod,
  makePaymentMethodDefault: cards.makePaymentMethodDefault,
  createAndPurchase: checkout.createAndPurchase,
  purchase: checkout.purchase,
  purchaseOrder: checkout.purchaseOrder,
  readPaymentStatus: paymentStatus.readPaymentStatus,
  readGuestOrder: guestOrders.readGuestOrder,
  correctGuestEmail: guestOrders.correctGuestEmail,
  listBlogs: blogs.listBlogs,
  listBlogTags: blogs.listBlogTags,
  readBlog: blogs.readBlog,
  readOrder: orders.readOrder,
  listOrders: orders.listOrders,
  readInvoice: invoices.readInvoice,
  readCreditNote: invoices.readCreditNote,
  readCompany: credit.readCompany,
  saveCompany: credit.saveCompany,
  readConsistency: credit.readConsistency,
  readApplication: credit.readApplication,
  applyForCredit: credit.applyForCredit,
  withdrawApplication: credit.withdrawApplication,
  readCreditAccount: credit.readCreditAccount,
  closeCredit: credit.closeCredit,
  listCreditMovements: credit.listCreditMovements,
  readCreditStatement: credit.readCreditStatement,
  printCreditStatement: credit.printCreditStatement,
  payCreditInvoices: creditPayments.payCreditInvoices,
  refreshCreditInvoices: creditPayments.refreshCreditInvoices,
  readAutopay: creditPayments.readAutopay,
  turnOnAutopay: creditPayments.turnOnAutopay,
  turnOffAutopay: creditPayments.turnOffAutopay,
  listBoosters: boosters.listBoosters,
  readBooster: boosters.readBooster,
  purchaseBooster: boosters.purchaseBooster,
  listSubscriptions: subscriptions.listSubscriptions,
  cancelSubscription: subscriptions.cancelSubscription,
  undoCancelSubscription: subscriptions.undoCancelSubscription,
  changeSubscriptionCard: subscriptions.changeSubscriptionCard,
  makeCardLink: subscriptions.makeCardLink,
  readSubscriptionByLink: subscriptions.readSubscriptionByLink,
  startCardByLink: subscriptions.startCardByLink,
  finishCardByLink: subscriptions.finishCardByLink,
  createContact: contacts.createContact,
  readRuntimeConfig: site.readRuntimeConfig,
  readStatus: status.readStatus,
  readRefusals: site.readRefusals,
  ...staffEndpoints,
} as const satisfies Record<string, Endpoint>;
