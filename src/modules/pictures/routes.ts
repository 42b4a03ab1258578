/** HTTP routes for images that staff upload. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as pictures from './service.ts';

export function pictureRoutes(mount: Mount, deps: Deps): void {
  mount(contract.staffUploadPicture, ({ body }, caller) => pictures.upload(deps, caller, body));
  mount(contract.staffReadPicture, ({ params }) => pictures.read(deps, params.id));
}
