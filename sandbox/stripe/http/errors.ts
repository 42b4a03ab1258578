/**
 * Every error of the sandbox, in Stripe's format. The official SDK ignores the HTTP status and checks only
 * for the `error` key, so every non-2xx response must have one.
 */

export type ErrorDetails = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  advice_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
  setup_intent?: unknown;
};

/**
 * `keepsChanges`: a declined card is rejected, but its changes are committed, because the intent records the
 * decline. Every other error rolls the request back.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly details: ErrorDetails;
  readonly commitsChanges: boolean;
  constructor(status: number, details: ErrorDetails, commitsChanges = false) {
    super(details.message);
    this.status = status;
    this.details = details;
    this.commitsChanges = commitsChanges;
  }
}

/** 400: the request is invalid. */
export const invalidRequest = (message: string, extra: Partial<ErrorDetails> = {}): ApiError =>
  new ApiError(400, { type: 'invalid_request_error', message, ...extra });

/** 404 for an id in the path, 400 for an id in the parameters, as at Stripe. */
export const noSuch = (
  kind: string,
  id: string,
  param = 'id',
  status: 404 | 400 = param === 'id' ? 404 : 400,
): ApiError =>
  new ApiError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });

/** 400: the object's state does not allow the call. The error includes the object, as at Stripe. */
export const unexpectedState = (
  kind: 'payment_intent' | 'setup_intent',
  message: string,
  object: unknown,
): ApiError => invalidRequest(message, { code: `${kind}_unexpected_state`, [kind]: object });

export const unknownUrl = (method: string, path: string): ApiError =>
  new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). The sandbox has no such address.`,
  });

export const internalError = (message = 'The sandbox could not carry out the request.'): ApiError =>
  new ApiError(500, { type: 'api_error', message });
