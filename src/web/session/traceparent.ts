/**
 * W3C Trace Context of a call: all that one press sets off is one trace. The server's log and what it may tell a collector name it; nothing of the
 * visitor is in it.
 */
const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

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
