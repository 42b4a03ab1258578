/**
 * How the pages are built, and served while developing.
 * The server's half is bundled whole with NODE_ENV fixed, so React's production code runs whatever the environment says.
 */
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
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
                { name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
                {
                  name: 'shop',
                  test: /node_modules[\\/](@reduxjs|immer|redux|reselect|react-redux|use-sync-external-store)|src[\\/](kernel|web[\\/](shell|features[\\/]cart|root))/,
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
