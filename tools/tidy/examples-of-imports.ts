/** Examples that break the import rules, and similar imports that are allowed. */
import type { Examples } from '#tools/tidy/examples-of-code.ts';

const parent = ['..', '/'].join('');

export const examplesOfImports = {
  layers: {
    wrong: [
      {
        path: 'src/web/bad.ts',
        text: "import { db } from '#platform/db.ts';",
        says: 'web must not import platform',
      },
      {
        path: 'src/kernel/bad.ts',
        text: "import type { A } from '#contract/a.ts';",
        says: 'kernel must not import contract',
      },
      {
        path: 'src/kernel/bad.ts',
        text: "import { site } from '#content/site.ts';",
        says: 'kernel must not import content',
      },
      {
        path: 'src/contract/bad.ts',
        text: "export * from '#ports/a.ts';",
        says: 'contract must not import ports',
      },
      {
        path: 'src/platform/bad.ts',
        text: "const a = await import('#modules/orders/service.ts');",
        says: 'platform must not import modules',
      },
      {
        path: 'src/modules/orders/bad.ts',
        text: "import '#adapters/stripe/gateway.ts';",
        says: 'modules must not import adapters',
      },
      {
        path: 'src/adapters/stripe/bad.ts',
        text: "import '#platform/database.ts';",
        says: 'adapters must not import platform',
      },
      { path: 'src/server/bad.ts', text: "import '#web/render.ts';", says: 'server must not import web' },
      {
        path: 'src/server/bad.ts',
        text: "import '#sandbox/start.ts';",
        says: 'server must not import sandbox',
      },
      {
        path: 'sandbox/stripe/bad.ts',
        text: "import '#modules/orders/service.ts';",
        says: 'sandbox must not import modules',
      },
      {
        path: 'src/kernel/bad.test.ts',
        text: "import '#platform/database.ts';",
        says: 'kernel must not import platform',
      },
      { path: 'src/helpers/bad.ts', text: '', says: 'the folder helpers has no place in the layers' },
    ],
    right: [
      { path: 'src/server/app.ts', text: "import '#modules/orders/routes.ts';" },
      { path: 'sandbox/stripe/ids.ts', text: "import '#kernel/ids.ts';" },
      { path: 'src/modules/orders/orders.test.ts', text: "import '#test/builders/shop.ts';" },
      { path: 'src/web/note.ts', text: "// import '#platform/db.ts' would be wrong here" },
    ],
  },
  fakes: {
    wrong: [
      {
        path: 'sandbox/factiiv/bad.ts',
        text: "import { randomText } from '#sandbox/stripe/ids.ts';",
        says: 'the stand-in factiiv must not import stripe',
      },
      {
        path: 'sandbox/stripe/http/bad.ts',
        text: "import type { World } from '#sandbox/factiiv/world.ts';",
        says: 'the stand-in stripe must not import factiiv',
      },
    ],
    right: [
      {
        path: 'sandbox/factiiv/good.ts',
        text: "import { Clock } from '#sandbox/clock.ts';\nimport '#sandbox/factiiv/world.ts';",
      },
      { path: 'sandbox/start.ts', text: "import { startFactiiv } from './factiiv/start.ts';" },
    ],
  },
  modules: {
    wrong: [
      {
        path: 'src/modules/carts/service.ts',
        text: "import * as orders from '#modules/orders/store.ts';",
        says: 'module carts must not import orders, which is right of it',
      },
      {
        path: 'src/modules/admin/health/bad.ts',
        text: "import { verify } from '#modules/operations/verify.ts';",
        says: 'module admin must not import operations, which is right of it',
      },
      {
        path: 'src/modules/shipping/service.ts',
        text: '',
        says: 'the module shipping has no place in the order',
      },
    ],
    right: [
      { path: 'src/modules/checkout/service.ts', text: "import * as carts from '#modules/carts/store.ts';" },
      { path: 'src/modules/orders/receipt.ts', text: "import * as mail from '#modules/mail/service.ts';" },
    ],
  },
  rooms: {
    wrong: [
      {
        path: 'src/modules/accounts/sessions/service.ts',
        text: "import * as codes from '#modules/accounts/two-factor/codes.ts';",
        says: 'room sessions must not import two-factor, which is right of it',
      },
      {
        path: 'src/server/http/bad.ts',
        text: "import { page } from '#server/pages/pages.ts';",
        says: 'room http must not import pages, which is right of it',
      },
      {
        path: 'src/modules/orders/late/store.ts',
        text: '',
        says: 'the room late of orders has no place in the order',
      },
    ],
    right: [
      {
        path: 'src/modules/accounts/two-factor/service.ts',
        text: "import * as sessions from '#modules/accounts/sessions/store.ts';",
      },
      {
        path: 'src/modules/accounts/routes.ts',
        text: "import * as logIn from '#modules/accounts/log-in/service.ts';",
      },
      {
        path: 'src/modules/accounts/sessions/refresh.test.ts',
        text: "import * as profile from '#modules/accounts/profile/service.ts';",
      },
    ],
  },
  features: {
    wrong: [
      {
        path: 'src/web/features/cart/bad.ts',
        text: "const later = await import('#web/features/checkout/checkout-page.tsx');",
        says: 'feature cart must not import checkout, which is right of it',
      },
      {
        path: 'src/web/features/checkout/billing/bad.tsx',
        text: "import type { Order } from '#web/features/profile/profile-api.ts';",
        says: 'feature checkout must not import profile, which is right of it',
      },
      {
        path: 'src/web/features/wishes/page.tsx',
        text: '',
        says: 'the feature wishes has no place in the order',
      },
    ],
    right: [
      {
        path: 'src/web/features/checkout/billing/good.tsx',
        text: "import { totalsOf } from '#web/features/checkout/summary/totals.ts';",
      },
      {
        path: 'src/web/features/profile/page.tsx',
        text: "import { CardFacts } from '#web/features/cards/saved-cards.tsx';",
      },
      { path: 'src/web/routes/checkout.tsx', text: "import('#web/features/checkout/checkout-page.tsx');" },
    ],
  },
  oneClient: {
    wrong: [
      {
        path: 'src/web/features/contact/bad.ts',
        text: "import { CallError, createClient } from '#contract/client.ts';",
        says: 'a client of its own; use `call` of #web/session/call.ts',
      },
    ],
    right: [
      { path: 'src/web/session/call.ts', text: "import { createClient } from '#contract/client.ts';" },
      { path: 'src/web/features/contact/good.ts', text: "import { CallError } from '#contract/client.ts';" },
    ],
  },
  belowShell: {
    wrong: [
      {
        path: 'src/web/features/blog/bad.tsx',
        text: "import { Shell } from '#web/shell/shell.tsx';",
        says: 'a feature must not import #web/shell/shell.tsx',
      },
      {
        path: 'src/web/features/blog/bad.tsx',
        text: "import type { Post } from '#web/routes/blog-post.tsx';",
        says: 'a feature must not import #web/routes/blog-post.tsx',
      },
    ],
    right: [
      {
        path: 'src/web/shell/cart-link.tsx',
        text: "import { useCart } from '#web/features/cart/use-cart.ts';",
      },
    ],
  },
  packages: {
    wrong: [
      {
        path: 'src/web/bad.ts',
        text: "import { readFileSync } from 'node:fs';",
        says: 'web must not use node:fs',
      },
      { path: 'src/web/bad.ts', text: "import Stripe from 'stripe';", says: 'web must not use stripe' },
      { path: 'src/kernel/bad.ts', text: "import { z } from 'zod';", says: 'kernel must not use zod' },
      {
        path: 'src/ports/bad.ts',
        text: "import type Stripe from 'stripe';",
        says: 'ports must not use stripe',
      },
    ],
    right: [{ path: 'src/web/pay.ts', text: "import { loadStripe } from '@stripe/stripe-js/pure';" }],
  },
  releasePackages: {
    wrong: [
      {
        path: 'src/server/bad.ts',
        text: "import { createElement } from 'react';",
        says: 'a release does not contain the dev dependency react',
      },
      {
        path: 'src/modules/content/bad.ts',
        text: "const { Editor } = await import('@tiptap/core');",
        says: 'a release does not contain the dev dependency @tiptap/core',
      },
    ],
    right: [
      { path: 'src/server/good.ts', text: "import type { ReactNode } from 'react';" },
      { path: 'src/server/good.ts', text: "import { Hono } from 'hono';" },
      { path: 'src/web/good.ts', text: "import { createElement } from 'react';" },
    ],
  },
  ownFolder: {
    wrong: [
      {
        path: 'sandbox/stripe/bad.ts',
        text: `import '${parent}start.ts';`,
        says: `${parent}start.ts leaves its own folder; use a # import`,
      },
    ],
    right: [{ path: 'src/contract/carts.ts', text: "import './values.ts';" }],
  },
  primitives: {
    wrong: [
      {
        path: 'src/web/ui/bad.tsx',
        text: "import '#web/features/cart/cart.ts';",
        says: 'a primitive must not import #web/features/cart/cart.ts',
      },
      {
        path: 'src/web/session/bad.ts',
        text: "import type { CartStore } from '#web/features/cart/cart-store.ts';",
        says: 'a primitive must not import #web/features/cart/cart-store.ts',
      },
    ],
    right: [{ path: 'src/web/features/cart/badge.tsx', text: "import '#web/ui/button.tsx';" }],
  },
  consoleAreas: {
    wrong: [
      {
        path: 'src/web/features/admin/orders/bad.tsx',
        text: "import { Ein } from '#web/features/admin/customers/ein.tsx';",
        says: 'console folder orders must not import customers',
      },
      {
        path: 'src/web/features/admin/shell/bad.tsx',
        text: "import type { Act } from '#web/features/admin/act/use-act.ts';",
        says: 'console folder shell must not import act',
      },
      {
        path: 'src/web/features/admin/list/bad.tsx',
        text: "const later = await import('#web/features/admin/console.tsx');",
        says: 'console folder list must not import a file above the folders',
      },
      {
        path: 'src/web/features/admin/frame/bad.ts',
        text: "import '#web/features/admin/orders/orders-area.tsx';",
        says: 'console folder frame must not import orders',
      },
    ],
    right: [
      {
        path: 'src/web/features/admin/orders/good.tsx',
        text: "import { ListPage } from '#web/features/admin/list/list-page.tsx';",
      },
      {
        path: 'src/web/features/admin/form/good.tsx',
        text: "import { useAct } from '#web/features/admin/act/use-act.ts';",
      },
      {
        path: 'src/web/features/admin/frame/good.ts',
        text: "import { orders } from '#web/features/admin/orders/area.ts';",
      },
    ],
  },
  staffEndpoints: {
    wrong: [
      {
        path: 'src/web/features/profile/bad.ts',
        text: "import type { Row } from '#contract/admin/orders.ts';",
        says: 'only the console may import #contract/admin/orders.ts',
      },
    ],
    right: [{ path: 'src/web/features/admin/orders/good.ts', text: "import '#contract/admin/orders.ts';" }],
  },
} satisfies Record<string, Examples>;
