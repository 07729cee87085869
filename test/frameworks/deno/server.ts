import dragon from '@gen/dragon.glb.js';
import hero from '@gen/hero.js';

// Modules name files of this machine; the site has them below /files.
const files = new URL('.assetgen/files/', import.meta.url);
const at = (text: string): string => text.replaceAll(files.href, '/files/');

const page = `<!doctype html>
<title>Deno</title>
<img alt="hero" src="${at(hero.url)}" srcset="${at(hero.srcset)}" width="${hero.width}" height="${hero.height}">
<a id="dragon" href="${at(dragon)}">dragon</a>`;

Deno.serve(
  { hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) },
  async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/') return new Response(page, { headers: { 'content-type': 'text/html' } });
    const bytes = await Deno.readFile(new URL(pathname.slice('/files/'.length), files)).catch(
      () => null,
    );
    return bytes === null ? new Response(null, { status: 404 }) : new Response(bytes);
  },
);
