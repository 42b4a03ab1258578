/** Saves a base64 file from an API response, as if the user had clicked a download link. */
export function saveFile({ fileName, content }: { fileName: string; content: string }, type: string): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The download has started by then. Without revoking, the URL would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
