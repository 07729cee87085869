/** `a, b and c` */
export function listed(names: readonly string[]): string {
  return names.join(', ').replace(/, (?=[^,]*$)/, ' and ');
}
