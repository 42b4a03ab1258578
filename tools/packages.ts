/**
 * The packages of many modules that the shop loads, each in one file of `build/packages`: Node keeps some ten kilobytes beside every module,
 * and theirs are half of all (record 0072). `tools/bundled.js` leads the imports of our own code there; what is not named here comes from
 * `node_modules` as ever.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}build/packages/`;

export const bundledPackages = [
  '@hono/node-server',
  'fontkit',
  'hono',
  'jose',
  'kysely',
  'kysely/helpers/postgres',
  'libphonenumber-js/min',
  'nodemailer',
  'nodemailer/lib/mail-composer',
  'pdfkit',
  'pg-boss',
  'sanitize-html',
  'stripe',
  'zod',
];

/** Other packages take it as it is, too: there is one. */
const external = ['pg'];

const fileNameOf = (specifier: string): string => specifier.replace('@', '').replaceAll('/', '-');

/** A module belongs to the innermost package around it: two versions of one package stay two. */
const packageAround = (id: string): string | null =>
  id.includes('node_modules')
    ? (/.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1] ?? '').replace('@', '').replaceAll(/[\\/]/g, '-')
    : null;

/** The list is written last, and says of which `package-lock.json` it is. */
export async function bundlePackages(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const bundle = await rolldown({
    input: Object.fromEntries(bundledPackages.map((specifier) => [fileNameOf(specifier), specifier])),
    cwd: root,
    platform: 'node',
    external,
    preserveEntrySignatures: 'strict',
    // Packages shake their heads at one another: a circle of imports, an eval.
    logLevel: 'silent',
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name].js',
    // Names stay as they are, for whoever reads a stack.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    codeSplitting: { groups: [{ name: packageAround }] },
  });
  await bundle.close();
  const files = Object.fromEntries(bundledPackages.map((specifier) => [specifier, `${fileNameOf(specifier)}.js`]));
  const lock = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex');
  writeFileSync(`${folder}list.json`, JSON.stringify({ lock, files }));
}
