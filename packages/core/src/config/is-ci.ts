/** Whether `CI` is set: to anything but an empty text, `0` or `false`. */
export function isCI(env: Readonly<Record<string, string | undefined>>): boolean {
  const value = env['CI'] ?? '';
  return value !== '' && value !== '0' && value.toLowerCase() !== 'false';
}
