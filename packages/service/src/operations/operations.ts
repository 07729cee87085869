import type { Operation } from '../http/operation.ts';
import { checkHumanImage } from './check-human-image.ts';
import { convertToFormat } from './convert-to-format.ts';
import { createCuteModelsFromImages } from './create-cute-models.ts';
import { generateModelWithImage, generateModelWithText } from './generate-model.ts';
import { createNormalPicture, createNormalVideo } from './create-picture.ts';
import { generateImages } from './generate-images.ts';
import { models } from './models.ts';
import {
  queryGenerationResult,
  queryJobProgress,
  queryPointsInfo,
  retrieveModel,
} from './queries.ts';

/** Every operation that the specification shows (section 4). */
export const OPERATIONS: readonly Operation[] = [
  models,
  generateImages,
  generateModelWithText,
  generateModelWithImage,
  retrieveModel,
  queryGenerationResult,
  convertToFormat,
  createNormalPicture,
  createNormalVideo,
  createCuteModelsFromImages,
  checkHumanImage,
  queryPointsInfo,
  queryJobProgress,
];
