/**
 * The two calls of an import: check and apply. Both send the file, so the server stores nothing in between.
 */
import type { staffCheckProducts, staffImportProducts } from '#contract/admin/imports.ts';
import type { Answer } from '#contract/endpoint.ts';
import { upload } from '#web/features/admin/act/upload.ts';
import { staffApi, type StaffTag } from '#web/features/admin/shell/staff-api.ts';
import { toRejection } from '#web/session/api.ts';

export type ImportPlan = Answer<typeof staffCheckProducts>;
export type ImportRow = ImportPlan['rows'][number];
export type Imported = Answer<typeof staffImportProducts>;

/** All kinds of import have the same shape. */
export type ImportEndpoints = {
  check: typeof staffCheckProducts;
  apply: typeof staffImportProducts;
};

/** Read into memory once, so the imported content is the checked content even if the file on disk changes. */
export type ChosenFile = { name: string; content: Blob };

type Check = { endpoint: ImportEndpoints['check']; file: ChosenFile; onProgress: (share: number) => void };
type Apply = {
  endpoint: ImportEndpoints['apply'];
  file: ChosenFile;
  plan: string;
  tag: StaffTag;
};

const importApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    staffImportCheck: build.mutation<ImportPlan, Check>({
      queryFn: async ({ endpoint, file: { name, content }, onProgress }) => {
        try {
          return { data: await upload(endpoint, { name }, content, onProgress) };
        } catch (error) {
          return { error: toRejection(error) };
        }
      },
    }),
    staffImport: build.mutation<Imported, Apply>({
      queryFn: async ({ endpoint, file: { name, content }, plan }) => {
        try {
          return { data: await upload(endpoint, { name, plan }, content, () => undefined) };
        } catch (error) {
          return { error: toRejection(error) };
        }
      },
      invalidatesTags: (_imported, _error, { tag }) => [tag],
    }),
  }),
});

export const { useStaffImportCheckMutation, useStaffImportMutation } = importApi;
