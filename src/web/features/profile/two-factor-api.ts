/** API calls of two-factor login. Loaded with its section. */
import type { Answer, Endpoint, Sent } from '#contract/endpoint.ts';
import {
  confirmTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
} from '#contract/two-factor.ts';
import { api, ask } from '#web/session/api.ts';

type Body<E extends Endpoint> = Sent<E> extends { body: infer B } ? B : never;

const twoFactorApi = api.injectEndpoints({
  endpoints: (build) => ({
    startTwoFactor: build.mutation<Answer<typeof startTwoFactor>, Body<typeof startTwoFactor>>({
      query: (body) => ask(startTwoFactor, { body }),
    }),
    // The user is refetched after the recovery codes were seen. Refetching here would remove them from the
    // page.
    confirmTwoFactor: build.mutation<Answer<typeof confirmTwoFactor>, Body<typeof confirmTwoFactor>>({
      query: (body) => ask(confirmTwoFactor, { body }),
    }),
    renewRecoveryCodes: build.mutation<Answer<typeof renewRecoveryCodes>, Body<typeof renewRecoveryCodes>>({
      query: (body) => ask(renewRecoveryCodes, { body }),
    }),
    removeTwoFactor: build.mutation<Answer<typeof removeTwoFactor>, Body<typeof removeTwoFactor>>({
      query: (body) => ask(removeTwoFactor, { body }),
      invalidatesTags: ['Me', 'Sessions'],
    }),
  }),
});

export const {
  useStartTwoFactorMutation,
  useConfirmTwoFactorMutation,
  useRenewRecoveryCodesMutation,
  useRemoveTwoFactorMutation,
} = twoFactorApi;

export const rereadMe = () => api.util.invalidateTags(['Me', 'Sessions']);
