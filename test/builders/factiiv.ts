/**
 * Starts the Factiiv sandbox alone on a free port, with manual acceptance, no rate limit, and a business that
 * has granted a key.
 */
import { startFactiiv } from '#sandbox/factiiv/start.ts';

type Wrapped<T> = {
  payload: T;
  errors: { field: string | null; code: string; message: string }[];
  message: string;
};
export type FactiivAnswer<T> = { status: number; headers: Headers } & Wrapped<T>;
export type FactiivBusiness = { factId: string; businessId: string; apiKey: string };

export type TestFactiiv = {
  origin: string;
  /** Calls the control API, for example `control('POST', '/accept-all')`. Throws unless the status is 2xx. */
  control: <T = Record<string, unknown>>(method: string, path: string, body?: object) => Promise<T>;
  /** Calls the API, for example `api(key, 'GET', '/me')`. */
  api: <T = Record<string, unknown>>(
    apiKey: string | null,
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<FactiivAnswer<T>>;
  aBusiness: (connectingUserId?: string) => Promise<FactiivBusiness>;
  stop: () => Promise<void>;
};

let people = 0;

export async function aFactiiv(
  options: { port?: number; dataDir?: string | null } = {},
): Promise<TestFactiiv> {
  const factiiv = await startFactiiv({ host: '127.0.0.1', port: 0, dataDir: null, ...options });
  const control: TestFactiiv['control'] = async (method, path, body) => {
    const response = await fetch(`${factiiv.origin}/control/factiiv${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as never;
  };
  await control('PUT', '/settings', { accept_after_seconds: null, requests_per_minute: null });
  return {
    origin: factiiv.origin,
    control,
    api: async (apiKey, method, path, body) => {
      const response = await fetch(`${factiiv.origin}/api/v1${path}`, {
        method,
        headers: {
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return {
        status: response.status,
        headers: response.headers,
        ...((await response.json()) as Wrapped<never>),
      };
    },
    aBusiness: async (connectingUserId = 'usr_1') => {
      people += 1;
      const { id } = await control<{ id: string }>('POST', '/users', {
        email: `person-${people}@example.com`,
        first_name: 'Ada',
        last_name: 'Obi',
      });
      const business = await control<{ id: string }>('POST', `/users/${id}/businesses`, {
        name: 'Obi Textiles LLC',
      });
      const granted = await control<{ api_key: string; fact_id: string; business_id: string }>(
        'POST',
        '/keys',
        {
          business_id: business.id,
          connecting_app: 'stateside',
          connecting_user_id: connectingUserId,
        },
      );
      return { factId: granted.fact_id, businessId: granted.business_id, apiKey: granted.api_key };
    },
    stop: () => factiiv.stop(),
  };
}
