/** Examples that break the rules about names, purity, and transactions, and similar code that is allowed. */
type Example = { path: string; text: string; says: string };

/** What a rule must reject, with its message, and similar code that is allowed. */
export type Examples = { wrong: Example[]; right: Pick<Example, 'path' | 'text'>[] };

const inTransaction = (call: string): string =>
  `export const pay = ({ db }) => db.transaction().execute(async (tx) => { await ${call}; });`;

export const examplesOfCode = {
  noMocks: {
    wrong: [
      {
        path: 'src/modules/orders/bad.test.ts',
        text: "vi.mock('#modules/mail/service.ts');",
        says: 'modules of our own are not mocked',
      },
    ],
    right: [{ path: 'src/modules/orders/good.test.ts', text: 'await vi.waitFor(() => done);' }],
  },
  purity: {
    wrong: [
      {
        path: 'src/modules/coupons/rules.ts',
        text: 'const now = new Date();',
        says: 'a pure file must not use new Date(); have it handed in',
      },
      {
        path: 'src/modules/coupons/rules.ts',
        text: 'const now = Date.now();',
        says: 'a pure file must not use Date.now; have it handed in',
      },
      {
        path: 'src/modules/coupons/rules.ts',
        text: "import type { Tx } from '#platform/database.ts';",
        says: 'a pure file must not use #platform/database.ts; have it handed in',
      },
      {
        path: 'src/modules/coupons/rules.ts',
        text: "import { systemClock } from '#ports/clock.ts';",
        says: 'a pure file must not use #ports/clock.ts; have it handed in',
      },
      {
        path: 'src/kernel/bad.ts',
        text: 'const roll = Math.random();',
        says: 'a pure file must not use Math.random; have it handed in',
      },
      {
        path: 'src/kernel/bad.ts',
        text: 'const id = crypto.randomUUID();',
        says: 'a pure file must not use crypto.randomUUID; have it handed in',
      },
      {
        path: 'src/kernel/bad.ts',
        text: "const page = fetch('/');",
        says: 'a pure file must not use fetch; have it handed in',
      },
    ],
    right: [
      {
        path: 'src/modules/coupons/rules.ts',
        text: "import assert from 'node:assert/strict'; export const later = (now) => new Date(now.getTime() + 1);",
      },
      {
        path: 'src/modules/payments/rules.ts',
        text: "import type { ProcessorState } from '#ports/payment-gateway.ts';",
      },
      { path: 'src/kernel/ids.ts', text: 'crypto.getRandomValues(new Uint8Array(1));' },
      { path: 'src/modules/coupons/service.ts', text: 'const now = Date.now();' },
    ],
  },
  environment: {
    wrong: [
      {
        path: 'src/platform/bad.ts',
        text: 'const port = process.env.PORT;',
        says: 'line 2 reads process.env; only config.ts does',
      },
      {
        path: 'src/platform/bad.ts',
        text: "import { env } from 'node:process';",
        says: 'imports env; only config.ts reads the environment',
      },
    ],
    right: [
      { path: 'src/server/settings/config.ts', text: 'const port = process.env.PORT;' },
      { path: 'src/platform/pid.ts', text: 'const { pid } = process;' },
    ],
  },
  transactions: {
    wrong: [
      {
        path: 'src/modules/orders/store.ts',
        text: 'const run = (tx) => tx.transaction().execute(work);',
        says: 'line 2 opens a transaction; only services and jobs do',
      },
      {
        path: 'src/modules/checkout/placing/rules.ts',
        text: 'db.transaction().execute(work);',
        says: 'line 2 opens a transaction; only services and jobs do',
      },
      {
        path: 'src/modules/checkout/routes.ts',
        text: "db.transaction().setIsolationLevel('serializable').execute(work);",
        says: 'line 2 opens a transaction; only services and jobs do',
      },
      {
        path: 'src/server/http/webhooks.ts',
        text: 'db.startTransaction().execute();',
        says: 'line 2 opens a transaction; only services and jobs do',
      },
    ],
    right: [{ path: 'src/modules/checkout/paying/by-card.ts', text: 'db.transaction().execute(work);' }],
  },
  nothingOutsideInTransaction: {
    wrong: [
      {
        path: 'src/modules/checkout/paying/by-card.ts',
        text: inTransaction('gateway.createPayment(request)'),
        says: 'line 2 calls gateway.createPayment inside a transaction',
      },
      {
        path: 'src/modules/mail/service.ts',
        text: inTransaction('deps.mailer.send(email)'),
        says: 'line 2 calls deps.mailer.send inside a transaction',
      },
      {
        path: 'src/modules/mail/service.ts',
        text: "db.transaction().setIsolationLevel('serializable').execute(async () => { await fetch(url); });",
        says: 'line 2 calls fetch inside a transaction',
      },
    ],
    right: [
      {
        path: 'src/modules/checkout/paying/by-card.ts',
        text: `${inTransaction('orders.insert(tx)')} export const ask = () => gateway.readPayment('pi_1');`,
      },
    ],
  },
  storesTakeConnection: {
    wrong: [
      {
        path: 'src/modules/orders/store.ts',
        text: 'export async function lock(orderId: string, tx: Tx) {}',
        says: 'line 2: a store function takes tx (or db) first',
      },
      {
        path: 'src/modules/orders/store.ts',
        text: 'export const lock = (orderId: string): Promise<void> => work(orderId);',
        says: 'line 2: a store function takes tx (or db) first',
      },
    ],
    right: [
      {
        path: 'src/modules/orders/store.ts',
        text: 'const toOrder = (row) => row; export const lock = async (tx: Tx, orderId: string) => [1].map((x) => x);',
      },
    ],
  },
  freshDialogs: {
    wrong: [
      {
        path: 'src/web/features/admin/orders/order-acts.tsx',
        text: `function RefundDialog({ isOpen }) {
  const [typed, setTyped] = useState('7');
  const amount = centsIn(typed);
  return <ActDialog isOpen={isOpen} action={amount}>Refund</ActDialog>;
}`,
        says: 'line 5: a dialog shows "amount", which outlives its opening; wrap its component in remountOnOpen',
      },
      {
        path: 'src/web/features/profile/edit-profile-dialog.tsx',
        text: `export const Names = () => {
  const [asked, setAsked] = useState(null);
  const form = useForm({});
  return <Dialog isOpen={asked !== null}>{asked && <Form form={form} />}</Dialog>;
};`,
        says: 'line 5: a dialog shows "form", which outlives its opening; wrap its component in remountOnOpen',
      },
    ],
    right: [
      {
        path: 'src/web/features/admin/orders/order-acts.tsx',
        text: `const RefundDialog = remountOnOpen(function RefundDialog({ isOpen }) {
  const [typed] = useState('7');
  return <ActDialog isOpen={isOpen}>{typed}</ActDialog>;
});
function End() {
  const [openId, setOpenId] = useState(null);
  const [unrelated] = useState(1);
  const open = records.find(({ id }) => id === openId);
  return <p>{unrelated}<ConfirmDialog isOpen={open !== undefined}>{open.name}</ConfirmDialog></p>;
}
function Rename() {
  const [name] = useState('');
  return <ActDialog isOpen>{name}</ActDialog>;
}`,
      },
    ],
  },
} satisfies Record<string, Examples>;
