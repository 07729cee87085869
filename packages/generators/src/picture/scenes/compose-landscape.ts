import { paintClouds } from '../elements/paint-clouds.ts';
import type { Growth } from '../elements/paint-growth.ts';
import { paintGrowth } from '../elements/paint-growth.ts';
import type { Layer, Scene } from '../scene.ts';
import { particlesOf } from '../elements/particles.ts';
import { paintSky } from '../elements/paint-sky.ts';
import { paintSkyline } from '../elements/paint-skyline.ts';
import { placeSubjects } from '../stage.ts';
import { habitsOf } from '../subject-habits.ts';
import type { Relief, Ridge } from '../elements/terrain.ts';
import { landFrom, paintRidge } from '../elements/terrain.ts';
import type { View } from '../view.ts';
import { paintVolcano } from '../elements/paint-volcano.ts';
import { paintWater } from '../elements/paint-water.ts';
import type { Biome } from '../words/vocabulary.ts';

/** A step of a landscape, from the back to the front. Heights in parts of the frame's height. */
type Step =
  | {
      readonly is: 'ridge';
      readonly relief: Relief;
      readonly depth: number;
      readonly base: number;
      readonly rise: number;
      readonly growth?: Growth;
      readonly snow?: number;
    }
  | { readonly is: 'skyline'; readonly depth: number; readonly base: number; readonly rise: number }
  | { readonly is: 'volcano'; readonly depth: number; readonly base: number; readonly rise: number }
  | { readonly is: 'water'; readonly surface: number }
  /** Subjects stand behind the step that follows: their feet are in its grass. */
  | {
      readonly is: 'stage';
      readonly base: number;
      readonly depth: number;
      readonly mirrored?: boolean;
    };

type Recipe = readonly Step[];

const STAGE: Step = { is: 'stage', base: 0.82, depth: 0.75 };

const RECIPES: Readonly<Partial<Record<Biome, Recipe>>> = {
  mountains: [
    { is: 'ridge', relief: 'peaks', depth: 0.1, base: 0.6, rise: 0.42, snow: 0.5 },
    { is: 'ridge', relief: 'peaks', depth: 0.28, base: 0.66, rise: 0.3, snow: 0.35 },
    { is: 'ridge', relief: 'hills', depth: 0.45, base: 0.68, rise: 0.14, growth: 'pines' },
    STAGE,
    { is: 'ridge', relief: 'hills', depth: 0.72, base: 0.83, rise: 0.1, growth: 'pines' },
    { is: 'ridge', relief: 'hills', depth: 1, base: 0.97, rise: 0.09, growth: 'pines' },
  ],
  hills: [
    { is: 'ridge', relief: 'peaks', depth: 0.08, base: 0.58, rise: 0.16 },
    { is: 'ridge', relief: 'hills', depth: 0.22, base: 0.6, rise: 0.12, growth: 'trees' },
    { is: 'ridge', relief: 'hills', depth: 0.42, base: 0.67, rise: 0.13, growth: 'trees' },
    STAGE,
    { is: 'ridge', relief: 'hills', depth: 0.7, base: 0.83, rise: 0.11, growth: 'grass' },
    { is: 'ridge', relief: 'hills', depth: 0.96, base: 0.97, rise: 0.08, growth: 'grass' },
  ],
  forest: [
    { is: 'ridge', relief: 'hills', depth: 0.12, base: 0.5, rise: 0.16, growth: 'pines' },
    { is: 'ridge', relief: 'hills', depth: 0.3, base: 0.58, rise: 0.14, growth: 'pines' },
    { is: 'ridge', relief: 'hills', depth: 0.5, base: 0.68, rise: 0.12, growth: 'pines' },
    STAGE,
    { is: 'ridge', relief: 'hills', depth: 0.72, base: 0.83, rise: 0.09, growth: 'grass' },
    { is: 'ridge', relief: 'hills', depth: 1, base: 1, rise: 0.1, growth: 'pines' },
  ],
  desert: [
    { is: 'ridge', relief: 'mesas', depth: 0.14, base: 0.6, rise: 0.2 },
    { is: 'ridge', relief: 'mesas', depth: 0.32, base: 0.64, rise: 0.16 },
    { is: 'ridge', relief: 'dunes', depth: 0.5, base: 0.7, rise: 0.1 },
    STAGE,
    { is: 'ridge', relief: 'dunes', depth: 0.7, base: 0.84, rise: 0.12, growth: 'cacti' },
    { is: 'ridge', relief: 'dunes', depth: 0.95, base: 1, rise: 0.14 },
  ],
  sea: [
    { is: 'ridge', relief: 'shore', depth: 0.12, base: 0.595, rise: 0.14 },
    { is: 'ridge', relief: 'shore', depth: 0.34, base: 0.6, rise: 0.09, growth: 'pines' },
    { is: 'water', surface: 0.58 },
    STAGE,
    { is: 'ridge', relief: 'hills', depth: 0.9, base: 1.02, rise: 0.12, growth: 'grass' },
  ],
  arctic: [
    { is: 'ridge', relief: 'peaks', depth: 0.12, base: 0.58, rise: 0.26, snow: 0.9 },
    { is: 'ridge', relief: 'ice', depth: 0.34, base: 0.62, rise: 0.18, snow: 0.7 },
    { is: 'water', surface: 0.61 },
    { is: 'ridge', relief: 'ice', depth: 0.55, base: 0.74, rise: 0.08, snow: 0.6 },
    STAGE,
    { is: 'ridge', relief: 'hills', depth: 0.8, base: 0.86, rise: 0.07 },
    { is: 'ridge', relief: 'hills', depth: 0.95, base: 1, rise: 0.07 },
  ],
  volcano: [
    { is: 'ridge', relief: 'peaks', depth: 0.12, base: 0.62, rise: 0.2 },
    { is: 'volcano', depth: 0.3, base: 0.72, rise: 0.52 },
    { is: 'ridge', relief: 'peaks', depth: 0.5, base: 0.7, rise: 0.22 },
    STAGE,
    { is: 'ridge', relief: 'ice', depth: 0.72, base: 0.86, rise: 0.08 },
    { is: 'ridge', relief: 'peaks', depth: 1, base: 1.02, rise: 0.12 },
  ],
  city: [
    { is: 'skyline', depth: 0.12, base: 0.66, rise: 0.42 },
    { is: 'skyline', depth: 0.3, base: 0.72, rise: 0.46 },
    { is: 'skyline', depth: 0.55, base: 0.8, rise: 0.42 },
    // A wet street: it mirrors what stands on it.
    { is: 'water', surface: 0.82 },
    { is: 'stage', base: 0.9, depth: 0.85, mirrored: true },
  ],
};

/** An outdoor scene: sky, clouds, and the steps of the biome's recipe. */
export function composeLandscape(view: View): Scene {
  const { height, unit, wish } = view;
  const layers: Layer[] = [
    { name: 'sky', depth: 0, motion: { kind: 'still' }, paint: (raster) => paintSky(raster, view) },
    {
      name: 'high clouds',
      depth: 0.03,
      motion: { kind: 'drift', speed: 0.012 },
      paint: (raster) => paintClouds(raster, view, 0),
    },
    {
      name: 'low clouds',
      depth: 0.06,
      motion: { kind: 'drift', speed: 0.022 },
      paint: (raster) => paintClouds(raster, view, 1),
    },
  ];
  const snowy = wish.weather === 'snow';
  for (const [index, step] of recipeOf(view).entries()) {
    switch (step.is) {
      case 'ridge': {
        const ridge: Ridge = {
          relief: step.relief,
          depth: step.depth,
          base: step.base * height,
          rise: step.rise * Math.min(height, unit * 1.2),
          offset: view.random.fork(`ridge${index}`).range(0, 100),
          snow: snowy && step.relief === 'peaks' ? 0.95 : (step.snow ?? 0),
        };
        layers.push({
          name: `ridge ${index}`,
          depth: step.depth,
          motion: { kind: 'still' },
          coversFrom: (raster) => landFrom(raster, view, ridge),
          paint(raster, _backdrop, hidden) {
            paintGrowth(raster, view, ridge, step.growth ?? 'none');
            paintRidge(raster, view, ridge, hidden);
          },
        });
        break;
      }
      case 'skyline':
        layers.push({
          name: `skyline ${index}`,
          depth: step.depth,
          motion: { kind: 'still' },
          paint: (raster) =>
            paintSkyline(raster, view, {
              depth: step.depth,
              base: step.base * height,
              rise: step.rise * height,
            }),
        });
        break;
      case 'volcano':
        layers.push({
          name: 'volcano',
          depth: step.depth,
          motion: { kind: 'still' },
          paint: (raster) =>
            paintVolcano(raster, view, step.depth, step.base * height, step.rise * height),
        });
        break;
      case 'water':
        layers.push({
          name: 'water',
          depth: 0.3,
          motion: { kind: 'water', surface: step.surface * height },
          paint: (raster, backdrop) => paintWater(raster, view, step.surface * height, backdrop),
        });
        break;
      case 'stage':
        layers.push(
          ...placeSubjects(view, {
            ground: step.base * height,
            depth: step.depth,
            mirrored: step.mirrored ?? false,
          }),
        );
        break;
      default:
        step satisfies never;
    }
  }
  return { layers, particles: particlesOf(view) };
}

/** The biome's recipe, with water where the subject needs it and ground where it stands on that. */
function recipeOf(view: View): Recipe {
  const { biome, subjects } = view.wish;
  const recipe = RECIPES[biome] ?? RECIPES.hills ?? [];
  const stage = recipe.indexOf(STAGE);
  const stands = subjects.map(({ glyph }) => habitsOf(glyph).stand);
  const sails = stands.includes('water');
  if (biome === 'mountains' || biome === 'forest' || biome === 'hills') {
    if (!sails && !view.random.fork('lake').chance(0.3)) return recipe;
    const lake: Step = { is: 'water', surface: 0.7 };
    const shore = recipe.slice(sails ? -1 : stage + 1);
    return [...recipe.slice(0, stage), lake, STAGE, ...shore];
  }
  if (biome === 'arctic' && sails) return [...recipe.slice(0, 3), STAGE, ...recipe.slice(-1)];
  const beached =
    biome === 'sea' &&
    subjects.some(({ glyph }, index) => stands[index] === 'ground' && glyph !== 'lighthouse');
  if (!beached) return recipe;
  const beach: Step = {
    is: 'ridge',
    relief: 'hills',
    depth: 0.82,
    base: 0.87,
    rise: 0.06,
    growth: 'grass',
  };
  return [...recipe.slice(0, stage), STAGE, beach];
}
