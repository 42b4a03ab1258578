/** `/`: until the home page is built, the shop is the front door. */
import { redirect } from 'react-router';

export const loader = () => redirect('/products');
