/** Text that grows as bytes: half a million lines without half a million strings. */
export interface TextBuffer {
  /** ASCII only. */
  text(value: string): void;
  integer(value: number): void;
  /** With the given number of decimals, at most 9; trailing zeros are left out. */
  decimal(value: number, decimals: number): void;
  bytes(): Uint8Array;
}

export function createTextBuffer(): TextBuffer {
  let buffer = new Uint8Array(1 << 16);
  let length = 0;
  const digits = new Uint8Array(24);
  const room = (more: number): void => {
    if (length + more <= buffer.length) return;
    const larger = new Uint8Array(Math.max(buffer.length * 2, length + more));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  };
  const natural = (value: number, atLeast: number): void => {
    let rest = value;
    let count = 0;
    while (rest > 0 || count < atLeast) {
      const next = Math.floor(rest / 10);
      digits[count++] = 48 + (rest - next * 10);
      rest = next;
    }
    while (count > 0) buffer[length++] = digits[--count] as number;
  };
  return {
    text(value) {
      room(value.length);
      for (let index = 0; index < value.length; index++) buffer[length++] = value.charCodeAt(index);
    },
    integer(value) {
      room(24);
      if (value < 0) buffer[length++] = 45;
      natural(Math.abs(value), 1);
    },
    decimal(value, decimals) {
      room(40);
      const power = 10 ** decimals;
      const scaled = Math.round(Math.abs(value) * power);
      if (value < 0 && scaled > 0) buffer[length++] = 45;
      const whole = Math.floor(scaled / power);
      natural(whole, 1);
      const part = scaled - whole * power;
      if (part === 0) return;
      buffer[length++] = 46;
      natural(part, decimals);
      while (buffer[length - 1] === 48) length--;
    },
    bytes: () => buffer.subarray(0, length),
  };
}

/** Decimals that keep a ten-millionth of the given size: what a 32-bit float holds. */
export function decimalsFor(size: number): number {
  return Math.max(0, Math.min(9, 7 - Math.ceil(Math.log10(Math.max(size, 1e-6)))));
}
