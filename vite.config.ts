/**
 * How the pages are built, and served while developing.
 * The server's half is bundled whole with NODE_ENV fixed, so React's production code runs whatever the environment says.
 */
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/**
 * What pages share with the console, in as few files as before it came: alone, the builder would make a file of each part. They stand behind
 * `shop`, because a group also takes what its modules stand on; for the same reason what other pages need alone stands before what stands on it:
 * without its own line, the part that marks where one reads would bring a whole post to the products.
 */
const sharedWithConsole = [
  { name: 'text-input', test: /src[\\/]web[\\/]ui[\\/](text-input|control-style)\./ },
  { name: 'active-heading', test: /src[\\/]web[\\/]ui[\\/]use-active-heading\./ },
  { name: 'post-card', test: /src[\\/]web[\\/](features[\\/]blog[\\/](list-address|post-card|related-posts)|ui[\\/]breadcrumb)\./ },
  { name: 'post', test: /src[\\/]web[\\/]features[\\/]blog[\\/](post-page|post-body|trusted-body|share|contents)\./ },
  { name: 'product', test: /src[\\/]web[\\/]features[\\/]catalog[\\/](add-these-to-cart|add-to-cart|benefits|buy-or-ask|product-price)\./ },
  { name: 'phone-hint', test: /src[\\/]web[\\/]ui[\\/](select|fields[\\/](phone-hint|country-select))\./ },
  { name: 'field', test: /src[\\/]web[\\/]ui[\\/](field|fields[\\/]bound)\./ },
];

/**
 * The router reloads the page when the code of the next one cannot be loaded. Without a connection that shows the browser's own error page.
 * Here it gets a page that throws when it is rendered, so the error page of the specification appears: the router ignores a rejected import
 * of a page without a loader. A reload helps only where the file is gone, because the shop was updated meanwhile.
 */
const pageCodeFailures = (): Plugin => {
  const reload = '\t\twindow.location.reload();\n\t\treturn new Promise(() => {});';
  return {
    name: 'page-code-failures',
    apply: 'build',
    transform(code, id) {
      if (!/react-router[\\/]dist[\\/]\w+[\\/]lib[\\/]dom[\\/]ssr[\\/]routeModules\.js/.test(id)) return null;
      if (!code.includes(reload)) this.error('The router has changed how it handles code that cannot be loaded: look at this plugin again');
      const isGone = "(await fetch(route.module, { method: 'HEAD' }).then(({ status }) => status === 404, () => false))";
      return { code: code.replace(reload, `\t\tif (!${isGone}) return { default() { throw error; } };\n${reload}`), map: null };
    },
  };
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), pageCodeFailures()],
  // What is said in other languages arrives read, and our own texts are read by a few lines (kernel/text-elements.ts): 7 kB less for each page.
  resolve: { alias: [{ find: /^@formatjs\/icu-messageformat-parser$/, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' }] },
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
                { name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|react-router|intl-messageformat|@formatjs)[\\/]/ },
                {
                  name: 'shop',
                  test: /src[\\/](kernel[\\/](changeable|credit-terms|dates|ids|language|locale|money|once|pages|site|text-elements|usual-timeline)\.|web[\\/](shell[\\/](?!account-menu|acting-notice)|language|features[\\/](cart[\\/](?!current-prices|settle-purchase|restore)|blog[\\/]feed-link)|root|shelf|art[\\/]drawing|ui[\\/](badge|disclosure|empty-state|fact|live-form|mail-link|money|new-tab-link|notice|skeleton|use-active-heading)\.|session[\\/](session|stored-session|use-session)\.))/,
                },
                ...sharedWithConsole,
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
