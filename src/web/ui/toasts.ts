/**
 * Short messages over the page, from any code: `toasts.success('Product added to cart')`. A plain list
 * outside React, because non-React code reports errors too. `ToastRegion` renders it.
 */
export type ToastKind = 'success' | 'error' | 'loading' | 'message';
export type Toast = { id: number; kind: ToastKind; text: string; topic: string | null };

/** Specified times. Null stays until dismissed. */
export const durationMs: Record<ToastKind, number | null> = {
  success: 2_000,
  error: 4_000,
  message: 4_000,
  loading: null,
};
const shownAtMost = 20;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a message and returns a function that removes it. The list holds twenty; a new one then replaces the
 * oldest. A message with a topic replaces the last one of that topic, so that messages do not contradict each
 * other.
 */
function show(kind: ToastKind, text: string, topic: string | null = null): () => void {
  const id = nextId++;
  const others = topic === null ? toasts : toasts.filter((toast) => toast.topic !== topic);
  replace([...others, { id, kind, text, topic }].slice(-shownAtMost));
  return () => dismiss(id);
}

export const success = (text: string, topic?: string): (() => void) => show('success', text, topic);
export const error = (text: string, topic?: string): (() => void) => show('error', text, topic);
export const message = (text: string): (() => void) => show('message', text);
/**
 * Stays until the returned function is called.
 *
 * @public Part of the specification, and used by no page yet.
 */
export const loading = (text: string): (() => void) => show('loading', text);

export const dismiss = (id: number): void => {
  if (toasts.some((toast) => toast.id === id)) replace(toasts.filter((toast) => toast.id !== id));
};

export const current = (): readonly Toast[] => toasts;
const none: readonly Toast[] = [];
/** The server never shows toasts: the list belongs to one browser. */
export const currentOnServer = (): readonly Toast[] => none;

export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
