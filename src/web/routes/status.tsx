/** `/status`: the state of the shop. Rendered for each request, because it is valid for a minute. */
import type { LoaderFunctionArgs } from 'react-router';
import { readStatus } from '#contract/status.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { StatusPage } from '#web/features/status/status-page.tsx';
import { publicClient } from '#web/server-context.ts';

export const handle: PageHandle = {
  title: 'Status',
  description:
    'Whether orders, card payments and email work right now, and how they did on each of the last 90 days. Measured once a minute.',
};

export const loader = ({ context }: LoaderFunctionArgs) => context.get(publicClient)(readStatus);

export default function Status({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  return <StatusPage {...loaderData} />;
}
