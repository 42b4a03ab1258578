/**
 * How the pages are built, and served while developing.
 * The server's half is bundled whole with NODE_ENV fixed, so React's production code runs whatever the environment says.
 */
import { relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, minify, type Plugin } from 'vite';

/** Scripts that stand in the page itself, each the one text that its module exports under this name. */
const scriptsInPages: Record<string, string> = {
  'src/web/early-page.ts': 'earlyPageScript',
  'src/web/document/late-start.ts': 'lateStartScript',
};

/** A page fits into the first round trip by a few bytes, and a script in it is text that no bundler looks at. */
const smallScriptsInPages: Plugin = {
  name: 'small-scripts-in-pages',
  apply: 'build',
  enforce: 'pre',
  async transform(code, id) {
    const path = relative(import.meta.dirname, id)
      .split(sep)
      .join('/');
    const name = scriptsInPages[path];
    if (name === undefined) return null;
    const { [name]: script } = (await import(pathToFileURL(id).href)) as Record<string, string>;
    const { code: small, errors } = await minify(`${name}.js`, script ?? '', { compress: true, mangle: { toplevel: false } });
    const whole = new RegExp(`(?<=export const ${name} = )\`[^\`]*\``);
    if (errors.length > 0 || !whole.test(code)) this.error(`${path} is not one text`);
    return { code: code.replace(whole, () => JSON.stringify(small.trim())), map: null };
  },
};

export default defineConfig(({ command }) => ({
  plugins: [smallScriptsInPages, tailwindcss(), reactRouter()],
  // The content security policy allows fonts from our own origin only, so nothing becomes a data: address.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            codeSplitting: {
              groups: [
                // What every page needs, in two files: one that changes with the packages, one that changes with us.
                // A module that is named here is loaded by every page, even one that is imported lazily. The small parts that several
                // pages share are here too: each as a file of its own would cost more in headers than it holds.
                { name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
                {
                  name: 'shop',
                  test: /src[\\/](kernel[\\/](dates|ids|locale|money|once|pages|site)\.|web[\\/](shell[\\/](?!account-menu|acting-notice)|features[\\/]cart[\\/](?!current-prices|settle-purchase)|root|shelf|still|art[\\/]drawing|ui[\\/](badge|empty-state|live-form|mail-link|money|new-tab-link|notice|skeleton)\.|session[\\/](session|stored-session|use-session)\.))/,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rollupOptions: { input: './src/web/render.ts' } },
      ...(command === 'build' ? { resolve: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
    },
  },
}));
