import { userFolder } from './user-folder.ts';

/** The platform's cache folder; the project's own where this user has no home. */
export async function defaultCacheDir(own: string): Promise<string> {
  return (await userFolder('cache')) ?? own;
}
