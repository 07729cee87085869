/** Where one looks from, in measures of the model: two of other sizes are seen from the same side, as large. */
export interface View {
  /** Around the upright axis, and down from it. Unit: radians. */
  readonly theta: number;
  readonly phi: number;
  /** 1: as far away that the whole model is seen. */
  readonly distance: number;
  /** Where one looks at, from the middle of the model; 1: as far as the model reaches. */
  readonly target: readonly [number, number, number];
}

/** Turns many models by one hand. */
export interface CameraLink {
  /** @param apply takes the view that another one was turned to */
  join(apply: (view: View) => void): LinkedCamera;
}

export interface LinkedCamera {
  moved(view: View): void;
  leave(): void;
}

export function createCameraLink(): CameraLink {
  const all = new Set<(view: View) => void>();
  let last: View | null = null;
  return {
    join(apply) {
      all.add(apply);
      // A viewer that comes later takes the direction of the others.
      if (last !== null) apply(last);
      return {
        moved(view) {
          last = view;
          for (const each of all) if (each !== apply) each(view);
        },
        leave: () => void all.delete(apply),
      };
    },
  };
}
