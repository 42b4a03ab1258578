/** `/products`: the catalogue. Rendered on the server; no personal data here. */
import type { LoaderFunctionArgs } from 'react-router';
import { contract } from '#contract/contract.ts';
import { publicClient } from '#web/server-context.ts';

export const loader = ({ context }: LoaderFunctionArgs) => context.get(publicClient)(contract.listProducts);

export default function ProductsPage({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  return <main><h1>Products</h1><ul>{loaderData.map((product) => <li key={product.id}>{product.name}</li>)}</ul></main>;
}
