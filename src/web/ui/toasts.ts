/**
 * Short messages over the page, from anywhere: `toasts.success('Product added to cart')`.
 * A plain list outside React, because refusals also come from code that draws nothing. `ToastRegion` shows it.
 */
export type ToastKind = 'success' | 'error' | 'loading' | 'message';
export type Toast = { id: number; kind: ToastKind; text: string; topic: string | null };

/** The specification's times. Null stays until it is dismissed. */
export const durationMs: Record<ToastKind, number | null> = { success: 2_000, error: 4_000, message: 4_000, loading: null };
const mostAtOnce = 20;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a message and returns the function that takes it away again. The oldest makes room for the twenty-first.
 * A message about a topic takes the place of the last one about it, so that no two contradict each other.
 */
function show(kind: ToastKind, text: string, topic: string | null = null): () => void {
  const id = nextId++;
  const others = topic === null ? toasts : toasts.filter((toast) => toast.topic !== topic);
  replace([...others, { id, kind, text, topic }].slice(-mostAtOnce));
  return () => dismiss(id);
}

export const success = (text: string, topic?: string): (() => void) => show('success', text, topic);
export const error = (text: string, topic?: string): (() => void) => show('error', text, topic);
export const message = (text: string): (() => void) => show('message', text);
/** Stays until the returned function is called. */
export const loading = (text: string): (() => void) => show('loading', text);

export const dismiss = (id: number): void => {
  if (toasts.some((toast) => toast.id === id)) replace(toasts.filter((toast) => toast.id !== id));
};

export const current = (): readonly Toast[] => toasts;
const none: readonly Toast[] = [];
/** The server never shows a message: the list belongs to one browser. */
export const currentOnServer = (): readonly Toast[] => none;

export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
