/** Red, green and blue, 0 to 255, in sRGB. */
export type Rgb = readonly [number, number, number];

/** `#rrggbb` to a colour. */
export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** `amount` 0 gives `from`, 1 gives `to`. */
export function mix(from: Rgb, to: Rgb, amount: number): Rgb {
  const t = amount < 0 ? 0 : amount > 1 ? 1 : amount;
  return [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t,
    from[2] + (to[2] - from[2]) * t,
  ];
}

export function scale(colour: Rgb, factor: number): Rgb {
  return [
    Math.min(255, colour[0] * factor),
    Math.min(255, colour[1] * factor),
    Math.min(255, colour[2] * factor),
  ];
}

/** Multiplies two colours as light on a surface does. */
export function tint(surface: Rgb, light: Rgb): Rgb {
  return [
    (surface[0] * light[0]) / 255,
    (surface[1] * light[1]) / 255,
    (surface[2] * light[2]) / 255,
  ];
}

/** Rec. 601 luma, 0 to 255. */
export function luma(colour: Rgb): number {
  return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2];
}

/** 0 gives grey, 1 the colour itself, above 1 a stronger one. */
export function saturate(colour: Rgb, amount: number): Rgb {
  const grey = luma(colour);
  const part = (channel: number): number =>
    Math.max(0, Math.min(255, grey + (channel - grey) * amount));
  return [part(colour[0]), part(colour[1]), part(colour[2])];
}

/** Hue in turns (0 to 1), saturation and lightness 0 to 1. */
export function hsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const step = (offset + hue * 12) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(step - 3, 9 - step, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

export function smoothstep(low: number, high: number, value: number): number {
  const t = Math.max(0, Math.min(1, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}
