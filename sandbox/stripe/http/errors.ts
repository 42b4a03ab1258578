/**
 * Every way the sandbox says no, in Stripe's shape. The official SDK ignores the HTTP status and looks only for the
 * `error` key, so each answer outside 2xx must carry one.
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
 * `keepsChanges`: a declined card is refused *and* remembered (the intent records the decline), so those changes are
 * committed. Every other refusal rolls the request back.
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

/** 400: the caller sent something that cannot be carried out. */
export const invalidRequest = (message: string, extra: Partial<ErrorDetails> = {}): ApiError =>
  new ApiError(400, { type: 'invalid_request_error', message, ...extra });

/** 404 for an id in the path, 400 for an id in the parameters: Stripe tells the two apart. */
export const noSuch = (kind: string, id: string, param = 'id', status: 404 | 400 = param === 'id' ? 404 : 400): ApiError =>
  new ApiError(status, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}: '${id}'`, param });

/** 400: the object's state does not allow the call. The object itself travels along, as with Stripe. */
export const unexpectedState = (kind: 'payment_intent' | 'setup_intent', message: string, object: unknown): ApiError =>
  invalidRequest(message, { code: `${kind}_unexpected_state`, [kind]: object });

export const unknownUrl = (method: string, path: string): ApiError =>
  new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). The sandbox has no such address.`,
  });

export const internalError = (message = 'The sandbox could not carry out the request.'): ApiError =>
  new ApiError(500, { type: 'api_error', message });
