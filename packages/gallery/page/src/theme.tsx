import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Select } from './list/filters.tsx';

const KEY = 'assetgen-theme';
const THEMES = [
  ['auto', 'Theme of the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;
type Theme = (typeof THEMES)[number][0];

/** Light, dark, or as the system has it; kept by the browser. */
export function ThemeSwitch(): VNode {
  const [theme, setTheme] = useState(readTheme);
  useLayoutEffect(() => {
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // A browser may keep nothing: the theme lasts as long as the page.
    }
    showTheme(theme);
  }, [theme]);
  return <Select label="Theme" value={theme} options={THEMES} onChange={setTheme} />;
}

/** @param theme the one that the browser kept, where none is given */
export function showTheme(theme: Theme = readTheme()): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return THEMES.find(([name]) => name === kept)?.[0] ?? 'auto';
  } catch {
    return 'auto';
  }
}
