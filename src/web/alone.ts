/** One task of a name at a time across all tabs of the shop. Locks exist on secure pages only; elsewhere one tab's tasks still queue up. */

const queues = new Map<string, Promise<unknown>>();

export function alone<T>(name: string, task: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(name, task) as Promise<T>;
  const before = queues.get(name) ?? Promise.resolve();
  const turn = before.then(task, task);
  queues.set(
    name,
    turn.catch(() => undefined),
  );
  return turn;
}
