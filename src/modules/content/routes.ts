/** HTTP routes for the blog. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as content from './service.ts';

export function contentRoutes(mount: Mount, deps: Deps): void {
  mount(contract.listBlogs, ({ query }) => content.listPosts(deps, query));
  mount(contract.listBlogTags, () => content.listTags(deps));
  mount(contract.readBlog, ({ params }) => content.readPost(deps, params.slug));
}
