/**
 * Checks the shape of a request of our server, a response of the sandbox, or an event. Rules come from the
 * installed SDK (`generate.ts`) and are compiled on first use. An empty list means no problems.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { decodeForm, type Raw } from '#sandbox/stripe/http/form.ts';
import { generate, type OperationSchema, type Shapes } from './generate.ts';

/** One REST call as sent over the wire. `sent` is the form body of a POST, otherwise the query. */
export type Exchange = {
  method: string;
  path: string;
  sent: string;
  /**
   * Called from a browser with the publishable key: it sends parameters that the SDK's types lack, and it
   * sees fewer fields.
   */
  isBrowser: boolean;
  status: number;
  answer: string;
};

type Checks = { shapes: Shapes; requests: Ajv; answers: Ajv; compiled: Map<string, ValidateFunction> };
let cachedChecks: Checks | null = null;

/**
 * Forms contain only text, so numbers and booleans are parsed from it. Responses are JSON and are not
 * converted.
 */
function checks(): Checks {
  if (cachedChecks !== null) return cachedChecks;
  const shapes = generate();
  const make = (coerceTypes: boolean): Ajv => {
    const ajv = new Ajv({
      strict: false,
      coerceTypes,
      validateFormats: false,
      code: { optimize: false },
      inlineRefs: false,
      allErrors: false,
    });
    ajv.addSchema({ $id: 'sdk', definitions: shapes.definitions });
    return ajv;
  };
  cachedChecks = { shapes, requests: make(true), answers: make(false), compiled: new Map() };
  return cachedChecks;
}

function complaintsOf(kind: 'requests' | 'answers', name: string, schema: unknown, value: unknown): string[] {
  const { [kind]: ajv, compiled } = checks();
  const key = `${kind} ${name}`;
  let validate = compiled.get(key);
  if (validate === undefined) {
    const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/definitions/', '"sdk#/definitions/'));
    validate = ajv.compile(rooted);
    compiled.set(key, validate);
  }
  return validate(value) ? [] : describe(validate.errors ?? []);
}

/** A value that matches none of several shapes fails in each of them; the deepest error is the useful one. */
function describe(errors: ErrorObject[]): string[] {
  const deepest = Math.max(...errors.map(({ instancePath }) => instancePath.split('/').length));
  const relevant = errors.filter(
    ({ instancePath, keyword }) => instancePath.split('/').length === deepest && keyword !== 'anyOf',
  );
  return [...new Set((relevant.length > 0 ? relevant : errors).map(sentence))];
}

function sentence({ instancePath, keyword, message, params }: ErrorObject): string {
  const where = instancePath === '' ? 'the object' : instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties')
    return `${where} has the unknown field "${String(params.additionalProperty)}"`;
  if (keyword === 'enum')
    return `${where} must be one of ${(params.allowedValues as unknown[]).slice(0, 12).map(String).join(', ')}`;
  return `${where} ${message ?? keyword}`;
}

export function checkParameters(method: string, path: string, parameters: unknown): string[] {
  const operation = operationFor(method, path);
  return operation === null
    ? [`${method} ${path} is not an operation of the SDK that we use`]
    : complaintsOf('requests', `${method} ${operation.path}`, operation.parameters, parameters);
}

export function checkAnswer(method: string, path: string, answer: unknown): string[] {
  const operation = operationFor(method, path);
  if (operation === null) return [`${method} ${path} is not an operation of the SDK that we use`];
  const complaints = complaintsOf('answers', `${method} ${operation.path}`, operation.answer, answer);
  if (!operation.isEvent) return complaints;
  const events = hasList(answer) ? answer.data : [answer];
  return [...complaints, ...events.flatMap(checkEvent)];
}

/** Checks an event against the declaration of its type. */
export function checkEvent(event: unknown): string[] {
  const type = typeof event === 'object' && event !== null ? Reflect.get(event, 'type') : null;
  const schema = checks().shapes.events[String(type)];
  return schema === undefined
    ? [`there is no event of type "${String(type)}"`]
    : complaintsOf('answers', `event ${String(type)}`, schema, event).map(
        (complaint) => `event ${String(type)}: ${complaint}`,
      );
}

/**
 * Checks request and response. Parameters of a rejected call are not checked: rejecting them is the sandbox's
 * task.
 */
export function checkExchange({ method, path, sent, isBrowser, status, answer }: Exchange): string[] {
  const body = parse(answer);
  if (body === undefined) return [`${method} ${path}: the answer is not JSON`];
  const complaints =
    status >= 400
      ? checkRefusal(body)
      : [
          ...(isBrowser ? [] : checkParameters(method, path, listed(decodeForm(sent)))),
          ...(isBrowser ? [] : checkAnswer(method, path, body)),
        ];
  return complaints.map((complaint) => `${method} ${path}: ${complaint}`);
}

const errorTypes = new Set([
  'api_error',
  'card_error',
  'idempotency_error',
  'invalid_request_error',
  'rate_limit_error',
  'authentication_error',
]);

function checkRefusal(body: unknown): string[] {
  const error: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'error') : null;
  if (typeof error !== 'object' || error === null)
    return ['a refusal without `error` looks like a success to the SDK'];
  const [type, message] = [Reflect.get(error, 'type'), Reflect.get(error, 'message')];
  return [
    ...(errorTypes.has(String(type)) ? [] : [`the error has the unknown type "${String(type)}"`]),
    ...(typeof message === 'string' && message !== '' ? [] : ['the error has no message']),
  ];
}

function operationFor(method: string, path: string): OperationSchema | null {
  const fits = checks().shapes.operations.filter(
    (operation) => operation.method === method && fitsPath(operation.path, path),
  );
  return fits.sort((a, b) => a.path.split('*').length - b.path.split('*').length)[0] ?? null;
}

function fitsPath(pattern: string, path: string): boolean {
  const [patternParts, pathParts] = [pattern.split('/'), path.split('/')];
  return (
    patternParts.length === pathParts.length &&
    patternParts.every((part, at) => (part === '*' ? pathParts[at] !== '' : part === pathParts[at]))
  );
}

/** Groups with the keys 0, 1, 2 … are lists; the form itself does not mark them. */
function listed(raw: Raw): unknown {
  if (typeof raw === 'string') return raw;
  const keys = Object.keys(raw);
  if (keys.length > 0 && keys.every((key, at) => key === String(at)))
    return keys.map((key) => listed(raw[key] ?? ''));
  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, listed(value)]));
}

const hasList = (value: unknown): value is { data: unknown[] } =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray(Reflect.get(value, 'data')) &&
  Reflect.get(value, 'object') === 'list';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
