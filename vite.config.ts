/**
 * Builds the pages, and serves them in development. The server part is fully bundled with a fixed NODE_ENV,
 * so that React's production code runs in every environment.
 */
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/**
 * Groups for code that pages share with the console; without them the builder would create one file per part.
 * They come after `shop`, because a group also takes the dependencies of its modules. For the same reason
 * `active-heading` comes before the groups that use it: otherwise it would load the whole post code on
 * product pages.
 */
const sharedWithConsole = [
  { name: 'text-input', test: /src[\\/]web[\\/]ui[\\/](text-input|control-style)\./ },
  { name: 'active-heading', test: /src[\\/]web[\\/]ui[\\/]use-active-heading\./ },
  {
    name: 'post-card',
    test: /src[\\/]web[\\/](features[\\/]blog[\\/](list-address|post-card|related-posts)|ui[\\/]breadcrumb)\./,
  },
  {
    name: 'post',
    test: /src[\\/]web[\\/]features[\\/]blog[\\/](post-page|post-body|trusted-body|share|contents)\./,
  },
  {
    name: 'product',
    test: /src[\\/]web[\\/]features[\\/]catalog[\\/](add-these-to-cart|add-to-cart|benefits|buy-or-ask|product-price)\./,
  },
  { name: 'phone-hint', test: /src[\\/]web[\\/]ui[\\/](select|fields[\\/](phone-hint|country-select))\./ },
  { name: 'field', test: /src[\\/]web[\\/]ui[\\/](field|fields[\\/]bound)\./ },
];

/**
 * Shows our error page when the code of the next page cannot be loaded. The router would reload, which
 * without a connection shows the browser's own error page. The replacement is a page that throws on render,
 * because the router ignores a rejected import of a page without a loader. A reload helps only when the file
 * is gone after an update of the shop.
 */
const pageCodeFailures = (): Plugin => {
  const reload = '\t\twindow.location.reload();\n\t\treturn new Promise(() => {});';
  return {
    name: 'page-code-failures',
    apply: 'build',
    transform(code, id) {
      if (!/react-router[\\/]dist[\\/]\w+[\\/]lib[\\/]dom[\\/]ssr[\\/]routeModules\.js/.test(id)) return null;
      if (!code.includes(reload))
        this.error('The router has changed how it handles code that cannot be loaded: update this plugin');
      const isGone =
        "(await fetch(route.module, { method: 'HEAD' }).then(({ status }) => status === 404, () => false))";
      return {
        code: code.replace(reload, `\t\tif (!${isGone}) return { default() { throw error; } };\n${reload}`),
        map: null,
      };
    },
  };
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), pageCodeFailures()],
  // Translations are sent parsed, and a few lines parse our own texts (kernel/text-elements.ts). This saves 7
  // kB per page.
  resolve: {
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
      },
    ],
  },
  // The content security policy allows fonts from our own origin only, so nothing is inlined as a data:
  // address.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            codeSplitting: {
              groups: [
                // Code that every page needs, in two files: one changes with the packages, one with our code.
                // Every page loads the modules listed here, even lazily imported ones. Small parts that
                // several pages share are included, because a separate file would cost more in headers than
                // it contains.
                {
                  name: 'framework',
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|intl-messageformat|@formatjs)[\\/]/,
                },
                {
                  name: 'shop',
                  test: /src[\\/](kernel[\\/](credit-terms|dates|ids|language|locale|money|once|text-elements)\.|content[\\/](shop-settings|site|default-timeline)\.|contract[\\/]pages\.|web[\\/](shell[\\/](?!account-menu|acting-notice)|language|use-settings|features[\\/](cart[\\/](?!current-prices|settle-purchase|restore)|blog[\\/]feed-link)|root|shelf|art[\\/]drawing|ui[\\/](badge|disclosure|empty-state|fact|live-form|mail-link|money|new-tab-link|notice|skeleton|use-active-heading)\.|session[\\/](session|stored-session|use-session)\.))/,
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
      ...(command === 'build'
        ? { resolve: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } }
        : {}),
    },
  },
}));
