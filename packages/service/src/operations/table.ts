import type { Operation } from '../http/call.ts';
import { checkHumanImage } from './check-human-image.ts';
import { convertToFormat } from './convert-to-format.ts';
import { createCuteModelsFromImages } from './create-chibi.ts';
import { generateModelWithImage, generateModelWithText } from './create-model.ts';
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
