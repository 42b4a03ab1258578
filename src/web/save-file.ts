/** A file that a call answered in base64, saved by the browser as if it had been a link. */
export function saveFile({ fileName, content }: { fileName: string; content: string }, type: string): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has begun to save by then; the address would otherwise keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
