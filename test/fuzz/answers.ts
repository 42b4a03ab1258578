/**
 * Sends a call as it is and checks the response: documented, of the documented shape, and never an internal
 * error.
 */
import { Agent, request } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { DomainError, type ErrorCode } from '#kernel/errors.ts';
import { type Call, operations } from './calls.ts';

export type Answered = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const shapes = new Map<string, ValidateFunction>(
  operations.map(({ operationId, answer }) => [operationId, ajv.compile(answer)]),
);

export type Sender = { send(call: Call): Promise<Answered>; close(): void };

export function aSender(origin: string): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const send = ({ method, target, headers, body }: Call): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const bytes = body === null ? null : Buffer.from(body);
      const all = { ...headers, ...(bytes === null ? {} : { 'content-length': String(bytes.length) }) };
      const sent = request(origin, { agent, method, path: target, headers: all }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      });
      sent.on('error', reject);
      sent.setTimeout(60_000, () => sent.destroy(new Error('no answer within a minute')));
      sent.end(bytes ?? undefined);
    });
  return { send, close: () => agent.destroy() };
}

/** Returns what is wrong with the response, or null. */
export function complaintAbout(
  { operation, method }: Call,
  { status, headers, text }: Answered,
): string | null {
  if (status !== 200 && !(status >= 400 && status < 500) && status !== 503) return `status ${status}`;
  if (!String(headers['content-type']).startsWith('application/json'))
    return `content type ${headers['content-type']}`;
  const answer = parse(text);
  if (answer === undefined) return 'the answer is no JSON';
  if (status === 200) {
    const fits = shapes.get(operation.operationId);
    if (method !== operation.method || fits === undefined) return null;
    return fits(answer) ? null : `another shape: ${ajv.errorsText(fits.errors)}`;
  }
  if (typeof answer !== 'string' || answer === '') return 'the refusal is no text';
  const code = String(headers['x-error-code']);
  if (statusOf(code) !== status) return `status ${status} with the code ${code}`;
  return status === 503 && headers['retry-after'] === undefined ? '503 does not say when to try again' : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The status in the error catalog, or undefined for an unknown code. */
function statusOf(code: string): number | undefined {
  try {
    return new DomainError(code as ErrorCode).status;
  } catch {
    return undefined;
  }
}
