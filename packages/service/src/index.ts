export { createService } from './create-service.ts';
export { parseFaults } from './faults.ts';
export type { Fault, FaultEffect } from './faults.ts';
export type { ListeningService, LocalService } from './local-service.ts';
export { PRICES, priceOfModel, priceOfVideo } from './points/prices.ts';
export type { ModerationWords, PointsGrant, ServiceOptions } from './service-options.ts';
export { STYLES } from './styles.ts';
export { understand } from './understand.ts';
export type { Understanding } from '@assetgen/generators';
export type {
  Answer,
  AskedOf,
  Deviation,
  DeviationOutcome,
  Rewrite,
} from './deviations/deviation.ts';
