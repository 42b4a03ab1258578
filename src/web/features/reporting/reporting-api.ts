/** API calls for reports to Factiiv. A change of the connection refetches the score and the reports. */
import type { Answer } from '#contract/endpoint.ts';
import {
  agreeToReporting,
  disconnectFactiiv,
  disputeReport,
  listCreditScores,
  listReports,
  readCreditScore,
  readReporting,
  syncTrades,
  withdrawReporting,
} from '#contract/reporting.ts';
import { api, ask } from '#web/session/api.ts';

export type Reporting = Answer<typeof readReporting>;
export type Connection = NonNullable<Reporting['connection']>;
export type Score = Answer<typeof readCreditScore>;
export type ReportPage = Answer<typeof listReports>;
export type Report = ReportPage['data'][number];
type Nothing = Record<string, never>;

const reportingApi = api.enhanceEndpoints({ addTagTypes: ['Reporting'] }).injectEndpoints({
  endpoints: (build) => ({
    reporting: build.query<Reporting, void>({ query: () => ask(readReporting), providesTags: ['Reporting'] }),
    score: build.query<Score, string>({
      query: (id) => ask(readCreditScore, { params: { id } }),
      providesTags: ['Reporting'],
    }),
    scores: build.query<Score[], string>({
      query: (businessProfileId) =>
        ask(listCreditScores, { params: { businessProfileId }, query: { limit: 100 } }),
      transformResponse: (answer: Answer<typeof listCreditScores>) => answer.data,
      providesTags: ['Reporting'],
    }),
    /** `null`: reports of all orders. */
    reports: build.infiniteQuery<ReportPage, string | null, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      },
      query: ({ queryArg: orderId, pageParam: cursor }) =>
        ask(listReports, {
          query: { ...(cursor === null ? {} : { cursor }), ...(orderId === null ? {} : { orderId }) },
        }),
      providesTags: ['Reporting'],
    }),
    sync: build.mutation<Answer<typeof syncTrades>, void>({
      query: () => ask(syncTrades),
      invalidatesTags: ['Reporting'],
    }),
    disconnect: build.mutation<Nothing, void>({
      query: () => ask(disconnectFactiiv),
      invalidatesTags: ['Reporting', 'Me'],
    }),
    agree: build.mutation<Nothing, string>({
      query: (version) => ask(agreeToReporting, { body: { version } }),
      invalidatesTags: ['Reporting'],
    }),
    withdrawReporting: build.mutation<Nothing, void>({
      query: () => ask(withdrawReporting),
      invalidatesTags: ['Reporting'],
    }),
    dispute: build.mutation<Report, { id: string; message: string }>({
      query: ({ id, message }) => ask(disputeReport, { params: { id }, body: { message } }),
      invalidatesTags: ['Reporting'],
    }),
  }),
});

export const {
  useReportingQuery,
  useScoreQuery,
  useScoresQuery,
  useReportsInfiniteQuery,
  useSyncMutation,
  useDisconnectMutation,
  useAgreeMutation,
  useWithdrawReportingMutation,
  useDisputeMutation,
} = reportingApi;

/** Call after the connection changed outside these calls. */
export const rereadConnection = () => reportingApi.util.invalidateTags(['Reporting', 'Me']);
