/** Draws cards beside the main thread, which has visitors to answer. Told a card, it answers with a PNG; an error ends it. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import * as opentype from 'opentype.js';
import { type Card, layOut } from './layout.ts';

const read = async (specifier: string): Promise<ArrayBuffer> => {
  const bytes = await readFile(fileURLToPath(import.meta.resolve(specifier)));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
};

const [font] = await Promise.all([
  read('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff').then(opentype.parse),
  read('@resvg/resvg-wasm/index_bg.wasm').then(initWasm),
]);

parentPort?.on('message', (card: Card) => {
  const drawing = new Resvg(layOut(font, card), { font: { loadSystemFonts: false } });
  const picture = drawing.render();
  parentPort?.postMessage(picture.asPng());
  picture.free();
  drawing.free();
});
