import { expect, it } from 'vitest';
import { withoutQueries } from './plain-urls.ts';

it('takes our query off the marks of Vite, and no other', () => {
  expect(withoutQueries('export default "__VITE_ASSET__Dx$1_a__$_?no-inline__"')).toBe(
    'export default "__VITE_ASSET__Dx$1_a__"',
  );
  expect(withoutQueries('url(__VITE_ASSET__a__$_?no-inline__) url(__VITE_ASSET__b__$_#x__)')).toBe(
    'url(__VITE_ASSET__a__) url(__VITE_ASSET__b__$_#x__)',
  );
  expect(withoutQueries('"__VITE_ASSET__a__$_?no-inline#t=2__"')).toBe(
    '"__VITE_ASSET__a__$_#t=2__"',
  );
});
