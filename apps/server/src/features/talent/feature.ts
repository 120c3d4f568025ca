import { type Feature } from '../../platform/feature.ts'
import { type ChangeTimeZone } from './change-profile.ts'
import {
  copyCreatorName,
  updateCompletedCount,
  updateCreatorRating,
  createCreatorPage,
  createPageOfServices,
} from './creator-stats-projection.ts'
import { portfolioFileReader, portfolioAssetReader } from './portfolio.ts'
import { talentRoutes } from './routes.ts'

/**
 * Declares the talent feature: creator search, public pages, and the user's own page with package services and
 * portfolio.
 */
export function talentFeature({ changeTimeZone }: { changeTimeZone: ChangeTimeZone }): Feature {
  return {
    name: 'talent',
    routes: talentRoutes(changeTimeZone),
    eventHandlers: [
      createCreatorPage,
      createPageOfServices,
      copyCreatorName,
      updateCreatorRating,
      updateCompletedCount,
    ],
    storedFileReaders: [portfolioFileReader],
    assetReaders: [portfolioAssetReader],
  }
}
