/**
 * W3C Trace Context of a call: all calls of one click share a trace. It appears in the server's log and in
 * exported traces, and contains no visitor data.
 */
const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

let trace = '';
if (typeof document !== 'undefined')
  document.addEventListener(
    'click',
    () => {
      trace = '';
    },
    true,
  );

export function traceparent(): string {
  trace ||= hex(16);
  return `00-${trace}-${hex(8)}-01`;
}
