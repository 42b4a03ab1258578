/** API calls for the user's Net 30 account. Any change refetches the rest. */
import {
  applyForCredit,
  closeCredit,
  listCreditMovements,
  readApplication,
  readCompany,
  readConsistency,
  readCreditAccount,
  printCreditStatement,
  readCreditStatement,
  saveCompany,
  withdrawApplication,
} from '#contract/credit.ts';
import {
  payCreditInvoices,
  readAutopay,
  refreshCreditInvoices,
  turnOffAutopay,
  turnOnAutopay,
} from '#contract/credit-payments.ts';
import type { Answer, Sent } from '#contract/endpoint.ts';
import { api, ask } from '#web/session/api.ts';

export type Account = Answer<typeof readCreditAccount>;
export type OpenInvoice = Account['invoices'][number];
export type Movement = Answer<typeof listCreditMovements>['data'][number];
export type Company = NonNullable<Answer<typeof readCompany>['company']>;
export type CompanyForm = Sent<typeof saveCompany>['body'];
export type Consistency = Answer<typeof readConsistency>;
export type Application = Answer<typeof readApplication>;
export type Statement = Answer<typeof readCreditStatement>;
export type Autopay = Answer<typeof readAutopay>;

const creditApi = api.enhanceEndpoints({ addTagTypes: ['Credit'] }).injectEndpoints({
  endpoints: (build) => ({
    account: build.query<Account, void>({ query: () => ask(readCreditAccount), providesTags: ['Credit'] }),
    movements: build.query<Answer<typeof listCreditMovements>, string | undefined>({
      query: (cursor) => ask(listCreditMovements, { query: cursor === undefined ? {} : { cursor } }),
      providesTags: ['Credit'],
    }),
    company: build.query<Company | null, void>({
      query: () => ask(readCompany),
      transformResponse: (answer: Answer<typeof readCompany>) => answer.company,
      providesTags: ['Credit'],
    }),
    consistency: build.query<Consistency, void>({
      query: () => ask(readConsistency),
      providesTags: ['Credit', 'Me'],
    }),
    application: build.query<Application, void>({
      query: () => ask(readApplication),
      providesTags: ['Credit'],
    }),
    /** Without a month: the current month by the server's clock. */
    statement: build.query<Statement, string | undefined>({
      query: (month) => ask(readCreditStatement, { query: month === undefined ? {} : { month } }),
      providesTags: ['Credit'],
    }),
    printStatement: build.mutation<Answer<typeof printCreditStatement>, string>({
      query: (month) => ask(printCreditStatement, { query: { month } }),
    }),
    autopay: build.query<Autopay, void>({ query: () => ask(readAutopay), providesTags: ['Credit'] }),
    saveCompany: build.mutation<Answer<typeof saveCompany>, CompanyForm>({
      query: (body) => ask(saveCompany, { body }),
      invalidatesTags: ['Credit'],
    }),
    apply: build.mutation<Application, string>({
      query: (termsVersion) => ask(applyForCredit, { body: { termsVersion, termsAgreed: true } }),
      invalidatesTags: ['Credit', 'Me'],
    }),
    withdrawApplication: build.mutation<Application, void>({
      query: () => ask(withdrawApplication),
      invalidatesTags: ['Credit'],
    }),
    pay: build.mutation<Answer<typeof payCreditInvoices>, Sent<typeof payCreditInvoices>['body']>({
      query: (body) => ask(payCreditInvoices, { body }),
      invalidatesTags: ['Credit', 'Me'],
    }),
    refresh: build.mutation<Account, void>({
      query: () => ask(refreshCreditInvoices),
      invalidatesTags: ['Credit', 'Me'],
    }),
    turnOn: build.mutation<Autopay, { paymentMethodId: string; termsVersion: string }>({
      query: (body) => ask(turnOnAutopay, { body: { ...body, termsAgreed: true } }),
      invalidatesTags: ['Credit'],
    }),
    turnOff: build.mutation<Autopay, void>({ query: () => ask(turnOffAutopay), invalidatesTags: ['Credit'] }),
    close: build.mutation<Account, void>({
      query: () => ask(closeCredit),
      invalidatesTags: ['Credit', 'Me'],
    }),
  }),
});

export const {
  useAccountQuery,
  useMovementsQuery,
  useCompanyQuery,
  useConsistencyQuery,
  useApplicationQuery,
  useStatementQuery,
  usePrintStatementMutation,
  useAutopayQuery,
  useSaveCompanyMutation,
  useApplyMutation,
  useWithdrawApplicationMutation,
  usePayMutation,
  useRefreshMutation,
  useTurnOnMutation,
  useTurnOffMutation,
  useCloseMutation,
} = creditApi;
