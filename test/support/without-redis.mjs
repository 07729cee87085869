// Loaded before the command: as if @keyv/redis had never been installed.
import { register } from 'node:module';

const hooks = `
export async function resolve(specifier, context, next) {
  if (specifier !== '@keyv/redis') return next(specifier, context);
  throw Object.assign(new Error("Cannot find package '@keyv/redis'"), { code: 'ERR_MODULE_NOT_FOUND' });
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
