/**
 * The operations that resources have in common: create, list, read, update, and calls on one object, which is
 * found or answered with 404. A resource writes the others with `operation`.
 */
import { changesBetween, emit, type EventType } from '#sandbox/stripe/events.ts';
import { datedPageOf, expand } from '#sandbox/stripe/http/common-parameters.ts';
import { noSuch } from '#sandbox/stripe/http/errors.ts';
import { type Operation, operation } from '#sandbox/stripe/http/operation.ts';
import { type Schema, text, type Values } from '#sandbox/stripe/http/parameters.ts';
import { listOf, type Page } from '#sandbox/stripe/http/present.ts';
import type { Kind, Kinds } from '#sandbox/stripe/kinds.ts';
import type { Call } from '#sandbox/stripe/world.ts';

/** How Stripe names the object and the parameter when no object has the id in the path. */
type Missing = { words?: string; param?: string };

export function resource<K extends Kind>(kind: K, path: string, missing: Missing = {}) {
  const { words = kind, param: ownParam = 'id' } = missing;
  /** The cast gives the path the type of one with an id. */
  const objectPath = `${path}/:id` as '/v1/:id';

  /** `param` names the parameter that holds the id: 400 instead of 404. */
  const find = (call: Call, id: string, param?: string): Kinds[K] => {
    const object = call.world.store.find(kind, id);
    if (object !== null) return object;
    throw param === undefined ? noSuch(words, id, ownParam, 404) : noSuch(words, id, param);
  };

  /** `POST` to the collection. */
  const create = <S extends Schema>(params: S, run: (call: Call, values: Values<S>) => object): Operation =>
    operation({ method: 'POST', path, params, run });

  /** A page, newest first. Each filter is a text parameter and a field that the store can filter by. */
  const list = (filters: readonly string[] = [], page: Schema = datedPageOf): Operation => {
    const params: Schema = { ...page, ...Object.fromEntries(filters.map((name) => [name, text()])) };
    return operation({
      method: 'GET',
      path,
      params,
      run: (call, values) => {
        const sent = Object.fromEntries(filters.map((name) => [name, values[name] as string | undefined]));
        return listOf(call, kind, path, values as Page, sent);
      },
    });
  };

  const read = (): Operation =>
    operation({
      method: 'GET',
      path: objectPath,
      params: expand,
      run: (call, _values, { id }) => find(call, id),
    });

  /** A call on one object, at its own path or at `/{suffix}` below it. */
  const on = <S extends Schema>(
    method: Operation['method'],
    suffix: string,
    params: S,
    run: (call: Call, object: Kinds[K], values: Values<S>) => object,
  ): Operation =>
    operation({
      method,
      path: (suffix === '' ? objectPath : `${objectPath}/${suffix}`) as '/v1/:id',
      params,
      run: (call, values, { id }) => run(call, find(call, id), values),
    });

  /** Saves what `change` returns and emits `type` with the former values. */
  const update = <S extends Schema>(
    type: EventType,
    params: S,
    change: (call: Call, before: Kinds[K], values: Values<S>) => Kinds[K],
  ): Operation =>
    on('POST', '', params, (call, before, values) => {
      const after = call.world.store.save(kind, change(call, before, values));
      emit(call, type, after, changesBetween(before, after));
      return after;
    });

  return { find, create, list, read, on, update };
}
