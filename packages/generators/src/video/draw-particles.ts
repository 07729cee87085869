import { particleColour } from '../picture/finish-picture.ts';
import { particlesAt } from '../picture/elements/particles.ts';
import type { Particles } from '../picture/scene.ts';
import type { View } from '../picture/view.ts';
import type { Target } from './lay-plane.ts';
import { LUMA } from './planes.ts';

export interface Targets {
  readonly luma: Target;
  readonly blue: Target;
  readonly red: Target;
}

/** Draws the particles of the given time straight into the frame: they are few, and never at rest. */
export function drawParticles(targets: Targets, view: View, kind: Particles, time: number): void {
  const { red: kr, green: kg, blue: kb } = LUMA;
  const [r, g, b] = particleColour(view, kind);
  const level = kr * r + kg * g + kb * b;
  const luma = 16 + (level * 219) / 255;
  const blue = 128 + ((b - level) * 224) / 255 / (2 * (1 - kb));
  const red = 128 + ((r - level) * 224) / 255 / (2 * (1 - kr));
  const coloured = kind === 'embers' || kind === 'fireflies';
  for (const particle of particlesAt(view, kind, time)) {
    const steps = Math.max(
      1,
      Math.ceil(Math.hypot(particle.dx, particle.dy) / Math.max(1, particle.radius)),
    );
    for (let step = 0; step < steps; step++) {
      const x = particle.x + (particle.dx * step) / steps;
      const y = particle.y + (particle.dy * step) / steps;
      const strength = steps > 1 ? particle.strength * 0.8 : particle.strength;
      dot(targets.luma, x, y, particle.radius * 1.5, luma, strength);
      if (coloured) {
        dot(targets.blue, x / 2, y / 2, particle.radius, blue, strength);
        dot(targets.red, x / 2, y / 2, particle.radius, red, strength);
      }
    }
  }
}

function dot(
  target: Target,
  centreX: number,
  centreY: number,
  radius: number,
  value: number,
  strength: number,
): void {
  const soft = Math.max(0.8, radius);
  const y1 = Math.min(target.height - 1, Math.floor(centreY + soft));
  const x1 = Math.min(target.width - 1, Math.floor(centreX + soft));
  for (let y = Math.max(0, Math.floor(centreY - soft)); y <= y1; y++) {
    for (let x = Math.max(0, Math.floor(centreX - soft)); x <= x1; x++) {
      const dx = x + 0.5 - centreX;
      const dy = y + 0.5 - centreY;
      const near = 1 - (dx * dx + dy * dy) / (soft * soft);
      if (near <= 0) continue;
      const slot = y * target.width + x;
      const old = target.values[slot] as number;
      target.values[slot] = old + (value - old) * strength * near;
    }
  }
}
