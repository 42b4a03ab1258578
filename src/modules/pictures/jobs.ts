/** Images are processed one at a time: decoding two of 40 megapixels would exhaust the memory. */
import * as pictures from './service.ts';

export function pictureJobs(deps: pictures.PictureDeps): void {
  deps.jobs.work('make-picture', ({ pictureId }) => pictures.make(deps, pictureId), { concurrency: 1 });
}
