/**
 * One entry per REST operation: method, path, access, parameters, and effect. `run` is synchronous and
 * executes inside one database step; the error it throws decides whether the step is committed.
 */
import type { Field, Schema, Values } from '#sandbox/stripe/http/parameters.ts';
import type { Call } from '#sandbox/stripe/world.ts';

/**
 * `secret`: only our server. `client_secret`: also a browser that has the object's client secret. `anyone`:
 * also a browser with only the publishable key.
 */
export type Access = 'secret' | 'client_secret' | 'anyone';

type PathIds<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & PathIds<Rest>
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, never>;

export type Operation = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  access: Access;
  params: Schema;
  /** Parameters that only a browser sends. */
  browserParams: Schema;
  /** Parameters that a browser may not send. */
  secretOnly: readonly string[];
  run: (call: Call, values: Record<string, unknown>, ids: Record<string, string>) => object;
};

type Definition<P extends string, S extends Schema, B extends Schema> = {
  method: Operation['method'];
  path: P;
  access?: Access;
  params: S;
  browserParams?: B;
  secretOnly?: readonly (keyof S & string)[];
  run: (call: Call, values: Values<S> & Partial<Values<B>>, ids: PathIds<P>) => object;
};

export const operation = <
  const P extends string,
  S extends Schema,
  B extends Schema = Record<never, Field<never>>,
>(
  definition: Definition<P, S, B>,
): Operation => ({
  access: 'secret',
  browserParams: {},
  secretOnly: [],
  ...(definition as unknown as Partial<Operation> & Pick<Operation, 'method' | 'path' | 'params' | 'run'>),
});
